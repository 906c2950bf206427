#include "polhode/output/report_style.hpp"

#include <fmt/format.h>

namespace polhode {

// What is wider than the page scrolls by itself. That there is more is seen by a shade at the edge behind which it lies
// (two fixed shades, covered by two patches of paper that move with the contents and lie at their ends), and told by a
// word above it where the browser can say whether anything overflows (animations by scrolling; there is no script).
std::string report_style() {
    std::string light, dark;
    for (int i = 0; i < curve_colour_count; ++i) {
        light += fmt::format(" --curve-{}: {};", i, curve_colours[i].light);
        dark += fmt::format(" --curve-{}: {};", i, curve_colours[i].dark);
    }
    return R"(:root { color-scheme: light dark; --paper: #ffffff; --ink: #1b1f24; --faint: #59626d; --rule: #d7dce1;
  --panel: #f5f7f9; --link: #0a5ea8; --grid: #e3e7eb;
  --holds: #0b6b43; --holds-back: #e2f4ea; --condition: #7a5200; --condition-back: #fdf1d6;
  --fails: #a1260d; --fails-back: #fde6e0; --undecided: #4a4f9c; --undecided-back: #ebebfa;
  --shade: rgba(27, 31, 36, .34);)" +
           light + R"( }
@media (prefers-color-scheme: dark) { :root { --paper: #14171a; --ink: #e4e8ec; --faint: #a3adb8; --rule: #343b43;
  --panel: #1d2227; --link: #7cc0ff; --grid: #2b3138;
  --holds: #7fe0b0; --holds-back: #123526; --condition: #f3c969; --condition-back: #3a2d0e;
  --fails: #ff9d86; --fails-back: #43190f; --undecided: #b9bcff; --undecided-back: #26284a;
  --shade: rgba(228, 232, 236, .42);)" +
           dark + R"( } }
@media print { :root { color-scheme: light; --paper: #ffffff; --ink: #000000; --faint: #333333; --rule: #999999;
  --panel: #ffffff; --link: #000000; --grid: #dddddd;
  --holds: #0b6b43; --holds-back: #ffffff; --condition: #7a5200; --condition-back: #ffffff;
  --fails: #a1260d; --fails-back: #ffffff; --undecided: #4a4f9c; --undecided-back: #ffffff;
  --shade: transparent;)" +
           light + R"( } }
* { box-sizing: border-box; }
html { font-size: 17px; scroll-behavior: smooth; }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.55;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", Verdana, sans-serif; }
header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 1.6rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .3rem 0; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 2.6rem 0 .7rem; padding-bottom: .25rem;
  border-bottom: 1px solid var(--rule); }
h3 { font-size: 1.08rem; margin: 0 0 .4rem; }
p, li { max-width: 46rem; overflow-wrap: break-word; }
p { margin: .5rem 0 .9rem; }
a { color: var(--link); }
code { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .88em; }
p code, li code, td code { overflow-wrap: anywhere; }
sup, sub { line-height: 0; white-space: nowrap; }
.subtitle { color: var(--faint); margin: 0 0 .5rem; font-size: 1.02rem; }
nav { font-size: .92rem; }
nav ul { list-style: none; margin: .6rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; }
.brief { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; margin-top: 1.2rem; }
.brief section { background: var(--panel); border: 1px solid var(--rule); border-radius: .5rem; padding: .9rem 1.1rem; }
.brief h2 { font-size: 1.02rem; margin: 0 0 .3rem; border: 0; padding: 0; }
.brief p { font-size: .95rem; margin: .3rem 0 .6rem; }
.badge { display: inline-block; font-size: .78rem; font-weight: 650; letter-spacing: .01em; white-space: nowrap;
  padding: .1rem .55rem; border-radius: 1rem; border: 1px solid currentColor; }
.badge.holds { color: var(--holds); background: var(--holds-back); }
.badge.condition { color: var(--condition); background: var(--condition-back); }
.badge.fails { color: var(--fails); background: var(--fails-back); }
.badge.undecided { color: var(--undecided); background: var(--undecided-back); }
ol.claims { list-style: none; margin: 0; padding: 0; }
ol.claims > li { max-width: none; border: 1px solid var(--rule); border-left-width: .32rem; border-radius: .4rem;
  padding: .75rem 1rem .6rem; margin: .7rem 0; }
li.holds { border-left-color: var(--holds) !important; }
li.condition { border-left-color: var(--condition) !important; }
li.fails { border-left-color: var(--fails) !important; }
li.undecided { border-left-color: var(--undecided) !important; }
ol.claims h3 { display: flex; flex-wrap: wrap; gap: .35rem .7rem; align-items: baseline; }
ol.claims p { margin: .25rem 0 .45rem; }
ol.claims blockquote { margin: .3rem 0 .5rem; padding-left: .8rem; border-left: 2px solid var(--rule); max-width: 46rem;
  font-size: .92rem; color: var(--faint); }
ol.claims blockquote p { margin: 0; }
ol.claims cite { font-style: normal; font-size: .85rem; }
dl.words dt { margin-top: .7rem; }
dl.words dd { margin: .15rem 0 0; max-width: 46rem; }
dl.numbers { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: .4rem 0; font-size: .88rem; }
dl.numbers div { display: flex; gap: .45rem; flex-wrap: wrap; }
dl.numbers dt { color: var(--faint); }
dl.numbers dd { margin: 0; font-variant-numeric: tabular-nums; font-weight: 600; }
figure { margin: 1.4rem 0 2rem; }
figure > h3 { margin-bottom: .5rem; }
.panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 23rem), 1fr)); gap: 1rem; }
.panels.one { max-width: 38rem; }
.panel { min-width: 0; }
.panel > p { font-size: .92rem; margin: 0; font-weight: 600; }
.panel svg, .drawing svg { width: 100%; height: auto; display: block; color: var(--ink); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: .2rem 0 0; padding: 0;
  font-size: .86rem; }
.legend li { display: flex; align-items: center; gap: .4rem; max-width: 100%; }
.legend svg { width: 26px; height: 12px; flex: none; }
figcaption { font-size: .95rem; max-width: 46rem; margin-top: .7rem; }
.missing { border: 1px dashed var(--rule); border-radius: .4rem; padding: .8rem 1rem; color: var(--faint); }
.scroll { margin: .8rem 0 1.2rem; display: grid; grid-template-columns: minmax(min-content, 1fr); justify-items: start; }
.scroll, .drawing, pre { --back: var(--paper); overflow-x: auto; background:
  linear-gradient(to right, var(--back) 40%, transparent) left -2px top / 2.6rem 100% no-repeat local,
  linear-gradient(to left, var(--back) 40%, transparent) right -2px top / 2.6rem 100% no-repeat local,
  linear-gradient(to right, var(--shade), transparent) left / 1.1rem 100% no-repeat scroll,
  linear-gradient(to left, var(--shade), transparent) right / 1.1rem 100% no-repeat scroll, var(--back); }
.scroll::before, .drawing::before { content: "scroll \2192"; content: "scroll \2192" / ""; display: block; width: max-content;
  position: sticky; left: 0; max-height: 0; overflow: hidden; color: var(--link); font-size: .8rem;
  animation: more linear both; animation-timeline: scroll(nearest inline); }
@keyframes more { from, 97% { max-height: 2rem; color: var(--link); } to { max-height: 2rem; color: transparent; } }
table { border-collapse: collapse; font-size: .9rem; }
caption { text-align: left; font-weight: 600; padding-bottom: .4rem; }
caption span { display: block; position: sticky; left: 0; width: fit-content; max-width: min(46rem, 100vw - 2rem); }
th, td { padding: .28rem .7rem .28rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
table.numbers th:not(:first-child), table.numbers td:not(:first-child) { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; padding-left: .7rem; padding-right: 0; }
table.words { min-width: 36rem; }
thead th { border-bottom: 2px solid var(--rule); }
details { margin: .35rem 0; font-size: .92rem; }
summary { cursor: pointer; color: var(--link); width: fit-content; }
pre { --back: var(--panel); border: 1px solid var(--rule); border-radius: .4rem; padding: .6rem .8rem;
  margin: .5rem 0; font-size: .86rem; line-height: 1.45; }
footer { color: var(--faint); font-size: .85rem; margin-top: 3rem; padding-top: 1rem; padding-bottom: 2rem;
  border-top: 1px solid var(--rule); }
footer p { max-width: none; }
@media (max-width: 60rem) { .brief { grid-template-columns: 1fr; gap: .7rem; } }
@media (max-width: 34rem) { html { font-size: 16px; } header, main, footer { padding-left: 1rem; padding-right: 1rem; }
  h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; } table { font-size: .84rem; }
  table.stacked thead { position: absolute; left: -100vw; }
  table.stacked, table.stacked tbody, table.stacked tr, table.stacked td { display: block; min-width: 0; width: 100%; }
  table.stacked caption { display: block; width: 100%; }
  table.stacked td { border: 0; padding: .1rem 0; }
  table.stacked td::before { content: attr(data-head); display: block; color: var(--faint); font-size: .8rem; }
  table.stacked tr { border-bottom: 1px solid var(--rule); padding: .5rem 0; } }
@media print { html { font-size: 10.5pt; } nav, .no-print { display: none; } header, main, footer { max-width: none;
  padding: 0; } figure, ol.claims > li, tr { break-inside: avoid; } h2, h3, figure > h3 { break-after: avoid; }
  .scroll, .drawing, pre { overflow: visible; } .scroll::before, .drawing::before { display: none; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  details::details-content { content-visibility: visible; display: block; } .panels { grid-template-columns: 1fr 1fr; }
  .panels.one { grid-template-columns: 1fr; max-width: 12cm; } @page { margin: 1.8cm; } }
)";
}

}  // namespace polhode
