import './style.css';
import './door.css';
import { Studio } from './studio';

const studio = new Studio();
// For tests, and for the curious at the console.
(window as unknown as { studio: Studio }).studio = studio;
void studio.start();
