// The teacher's sheet of each scene: what to ask, what they will say, what is true. Numbers in it are those of the
// scene's captions, which are held to the run (tests/studio/lesson_test.mjs).
import type { Words } from './preset';

export interface Sheet {
    ask: Words;
    expect: Words; // what they will say
    truth: Words;
}

export const SHEETS: Record<string, Sheet> = {
    'gyroscope-cusp': {
        ask: ['The axis is let go at rest. Which way does it move first: down, or sideways?', '軸由靜止釋放。它先往哪裡動：向下，還是向側面？'],
        expect: ['“Sideways: a gyroscope does not fall.” Or: “It falls, like anything else.”', '「向側面：陀螺不會倒。」或：「會倒，和別的東西一樣。」'],
        truth: ['Down first. Only because it falls does it go sideways, and going sideways lifts it again. At every cusp it stands still for an instant, as high as it was let go.', '先向下。正因為它下落才會側移，而側移又把它抬起。在每個尖點它靜止一瞬，高度與釋放時相同。'],
    },
    'gyroscope-loop': {
        ask: ['A push upwards at the start: will the axis rise for good?', '起始時向上推：軸會一直升高嗎？'],
        expect: ['“Yes, it ends up higher.” Or: “It goes faster round.”', '「會，最後比較高。」或：「繞得更快。」'],
        truth: ['It rises and sinks again, as before, only farther both ways; at the top it runs backwards, because there the vertical part of the spin is more than the vertical momentum has to share.', '它升起又沉下，一如先前，只是兩邊都更遠；在頂端它往回走，因為那裡自轉的鉛直分量超過了鉛直角動量所能分配的。'],
    },
    'gyroscope-wave': {
        ask: ['Pushed along its way at the start, does the axis still sink first?', '起始時順著它的路推，軸仍會先下沉嗎？'],
        expect: ['“Yes, gravity pulls it down.”', '「會，重力把它往下拉。」'],
        truth: ['No: it is faster than steady precession needs, so it rises first. The tilt at which it was let go is its lowest place.', '不會：它比穩定進動所需更快，因此先升高。釋放時的傾角是它最低的位置。'],
    },
    'gyroscope-circle-slow': {
        ask: ['Nothing holds the axis up. Why does it not fall?', '沒有東西托住軸。它為何不倒？'],
        expect: ['“The spin makes a force upwards.” Or: “It is too fast to fall.”', '「自轉產生向上的力。」或：「它太快了，來不及倒。」'],
        truth: ['There is no force upwards but that of the pivot. The weight turns the angular momentum sideways, and the axis goes with it: that is the precession.', '除了支點之外沒有向上的力。重力使角動量轉向側面，軸隨之而行：這就是進動。'],
    },
    'gyroscope-circle-fast': {
        ask: ['One gyroscope, one tilt, one spin: can there be two steady motions?', '同一陀螺、同一傾角、同一自轉：能有兩種穩定運動嗎？'],
        expect: ['“No: the weight decides how fast it goes round.”', '「不能：重力決定繞行的快慢。」'],
        truth: ['There are two: the equation for the rate is quadratic. In the slow one the weight decides, in the fast one it is hardly felt.', '有兩種：速率的方程式是二次的。慢的那種由重力決定，快的那種幾乎感覺不到重力。'],
    },
    'gyroscope-sleeping': {
        ask: ['An upright top slows down. Does it begin to lean little by little, or all at once?', '直立的陀螺逐漸變慢。它是一點一點傾斜，還是突然傾斜？'],
        expect: ['“Little by little, the slower the more.”', '「一點一點，越慢越斜。」'],
        truth: ['There is a limit of the spin. Above it a small lean stays small; below it the top leans over, far, and comes back.', '自轉有一個界限。高於它，小傾斜仍小；低於它，陀螺大幅傾倒，再回來。'],
    },
    'gyrosoft-case-1': {
        ask: ['What is a gyroscope that hardly spins?', '幾乎不自轉的陀螺是什麼？'],
        expect: ['“It falls down and stays there.”', '「倒下，就停在那裡。」'],
        truth: ['Nearly a pendulum: nothing brakes it, so it comes all the way up again. The little spin makes it miss the bottom.', '幾乎就是單擺：沒有阻尼，因此又一路升回來。微小的自轉使它錯過底部。'],
    },
    wingnut: {
        ask: ['Nothing touches the nut. Can it turn over by itself?', '沒有東西碰螺帽。它能自行翻轉嗎？'],
        expect: ['“No: angular momentum is conserved, so it spins on.” Or: “There must be some air.”', '「不能：角動量守恆，它會一直轉。」或：「一定有空氣。」'],
        truth: ['Its angular momentum does stay, and its energy: in space. But the body turns around it, and about the middle axis both allow it to turn over. Switch the map on: the motion runs along the separatrix.', '它的角動量與能量確實不變：在空間中。但剛體繞著它轉，而在中間軸附近兩者都容許翻轉。打開地圖：運動沿著分界線走。'],
    },
    'rolling-cones': {
        ask: ['Does a free body turn about a fixed axis?', '自由剛體是否繞固定的軸轉動？'],
        expect: ['“Yes, about its angular momentum.”', '「是，繞著它的角動量。」'],
        truth: ['Not in general. The axis of the turning itself goes round, in space and in the body; both cones say so, and one rolls on the other.', '一般不是。轉動軸本身也在繞行，在空間中如此，在剛體中亦然；兩個錐說明這點，一個在另一個上滾動。'],
    },
    'ganapathi-physical-middle': {
        ask: ['What keeps the ellipsoid on its plane?', '是什麼讓橢球留在平面上？'],
        expect: ['“Gravity, or some contact force.”', '「重力，或某種接觸力。」'],
        truth: ['Nothing does: no force acts. The plane is a picture of the conserved momentum, the ellipsoid one of the energy, and the rate is where they touch.', '沒有：不受任何力。平面是守恆角動量的圖像，橢球是能量的圖像，而角速度就在兩者相切之處。'],
    },
    toutatis: {
        ask: ['How long is a day there?', '那裡的一天有多長？'],
        expect: ['“Some days; one has to measure it.”', '「好幾天；得量一量。」'],
        truth: ['There is none: two turns with periods that do not fit together. An observer there would never see the same sunrise twice.', '沒有一天：兩種轉動的週期互不相合。在那裡的觀察者永遠看不到兩次相同的日出。'],
    },
    'ganapathi-figure-6': {
        ask: ['The rockets push the axis. Does it go where they push?', '火箭推動軸。它會往推的方向走嗎？'],
        expect: ['“Yes.”', '「會。」'],
        truth: ['The angular momentum goes where the torque points, and the axis goes with it: across the push of the rockets, not along it.', '角動量朝力矩的方向走，軸隨之而行：與火箭的推力垂直，而非沿著它。'],
    },
    'satellite-damping': {
        ask: ['Why does damping leave a satellite spinning?', '為何阻尼之後衛星仍在自轉？'],
        expect: ['“It brakes everything alike; one has to wait longer.”', '「它對一切一樣減速；得再等久一點。」'],
        truth: ['The brake is strong across the axis and weak along it. On the map the motion runs inwards, to the axis of the largest moment, where the energy is least.', '橫向的阻尼強，軸向的弱。在地圖上運動向內走，走到最大慣量軸，那裡能量最小。'],
    },
    'tn-d-5302-benchmark': {
        ask: ['Three angles or four numbers: which describes a turn better?', '三個角還是四個數：何者更能描述轉動？'],
        expect: ['“Three: there are three ways to turn.”', '「三個：轉動有三個方向。」'],
        truth: ['Three angles have a place where they fail, and near it they lose digits. Four numbers have none, at the price of one condition between them.', '三個角有失效之處，在其附近會損失位數。四個數沒有，代價是它們之間有一個條件。'],
    },
    'gyrosoft-case-7': {
        ask: ['A gyroscope gives rates at instants. What is missing between them?', '陀螺儀給出各瞬間的角速度。其間缺少什麼？'],
        expect: ['“Nothing, if one samples fast enough.”', '「取樣夠快就不缺。」'],
        truth: ['How the rate turns within the step. Turns do not add up like numbers; the cross product of two increments makes up for it.', '步內角速度如何轉向。轉動不能像數字那樣相加；兩個增量的叉積可以彌補。'],
    },
    'gyrosoft-slip': {
        ask: ['Three methods, three results. Which one is right?', '三種方法，三個結果。哪個對？'],
        expect: ['“The one that two of them agree on.” Or: “The most modern.”', '「兩個一致的那個。」或：「最新的那個。」'],
        truth: ['First ask whether they were given the same problem. Here one of them got another spin.', '先問它們拿到的是不是同一個問題。這裡其中一個用了不同的自轉。'],
    },
    'gyrosoft-right': {
        ask: ['Given the same problem, how well must three methods agree?', '給定同一問題，三種方法該多一致？'],
        expect: ['“Exactly.”', '「完全一致。」'],
        truth: ['As well as their steps allow. The one that only reads a gyroscope is always half a sample late.', '在步長容許的範圍內。只讀陀螺儀的那個總是晚半個取樣。'],
    },
    'robinson-analog-quaternion': {
        ask: ['A machine is short by a little. How far off is it after ten turns?', '機器略有不足。轉十圈後差多少？'],
        expect: ['“By a little.”', '「一點點。」'],
        truth: ['By that little of all ten turns: small errors of a rate add up with the angle turned.', '是十圈總和的那一點點：角速率的小誤差隨轉過的角度累積。'],
    },
    'gray-word-length': {
        ask: ['Do shorter steps always give a better result?', '步長越短，結果一定越好嗎？'],
        expect: ['“Yes, that is what steps are for.”', '「是，步長就是為此。」'],
        truth: ['Only until rounding takes over. With short words every step costs a piece of the last place, and more steps cost more.', '只到捨入誤差主導為止。字長短時，每一步都損失末位的一部分，步數越多損失越多。'],
    },
    'gyro-csv': {
        ask: ['A phone knows its rates. Does it know where it points?', '手機知道自己的角速度。它知道自己指向哪裡嗎？'],
        expect: ['“Yes, the compass tells it.”', '「知道，羅盤會告訴它。」'],
        truth: ['From rates alone it knows only how far it has turned since the start, and every error of a rate stays in the sum.', '只憑角速度，它只知道自起點以來轉了多少，而角速度的每個誤差都留在總和裡。'],
    },
    'dual-spin': {
        ask: ['A satellite spins. Without touching anything outside, can it stop?', '衛星在自轉。不碰外面任何東西，它能停下來嗎？'],
        expect: ['“No: its momentum stays.” Or: “Yes, with rockets.”', '「不能：角動量不變。」或：「能，用火箭。」'],
        truth: ['The platform can: a wheel inside takes the spin over. The momentum of the whole stays as it is, and the fast wheel keeps the axis where it was.', '平台可以：由內部的轉輪接過自轉。整體的角動量不變，快速的轉輪使軸保持原位。'],
    },
    'reaction-wheels-slew': {
        ask: ['A platform is to turn, and only wheels inside it can be driven. What is left in the wheels when it stands?', '平台要轉向，而只能驅動其內部的轉輪。停下來時轉輪還剩什麼？'],
        expect: ['“Nothing: they stop too.”', '「什麼都沒有：它們也停了。」'],
        truth: ['What the platform had to begin with. Momentum cannot be got rid of inside; wheels that fill up have to be emptied by rockets or magnets.', '平台一開始所具有的。角動量無法在內部消除；轉輪存滿之後，得用火箭或磁力卸除。'],
    },
    'cmg-slew': {
        ask: ['A wheel inside turns very fast. What happens to the platform when its axle is tilted?', '內部的轉輪轉得很快。把它的軸傾斜，平台會如何？'],
        expect: ['“Nothing: the wheel stays as fast as it was.”', '「不會怎樣：轉輪和原來一樣快。」'],
        truth: ['The wheel’s momentum is turned, which is a change of it, and the platform gets the opposite, across the axle and across the gimbal. Small gimbals so move large spacecraft.', '轉輪的角動量被轉了方向，這就是改變，而平台得到相反的一份，既垂直於轉軸也垂直於框架軸。小小的框架因此能轉動龐大的太空船。'],
    },
    'skater': {
        ask: ['A skater draws the arms in and spins faster. Where does the energy come from?', '溜冰者收攏雙臂，轉得更快。能量從哪裡來？'],
        expect: ['“From nowhere: it is conserved.”', '「沒有來源：能量守恆。」'],
        truth: ['From the arms: they pull inwards against what would fly outwards, and do work. What is conserved is the angular momentum.', '來自手臂：它們對抗要往外飛的趨勢而向內拉，作了功。守恆的是角動量。'],
    },
    'libration': {
        ask: ['What holds one side of the Moon, or of a long satellite, towards the planet?', '是什麼使月球或長形衛星總以一面朝向行星？'],
        expect: ['“It does not turn.” Or: “The heavy end hangs down.”', '「它沒有轉動。」或：「重的一端垂下。」'],
        truth: ['It turns once a round. The near end is pulled a little more than the far one, so the axis swings about the line to the planet like a pendulum; on an ellipse it can never rest.', '它每繞一周轉一圈。近端受的引力略大於遠端，因此軸像擺一樣繞著指向行星的直線擺動；在橢圓上它永遠無法靜止。'],
    },
    'hyperion': {
        ask: ['The equations are known exactly. Can one say where Hyperion will point next year?', '方程式完全已知。能說出土衛七明年指向哪裡嗎？'],
        expect: ['“Yes: it is only mechanics.”', '「能：這只是力學。」'],
        truth: ['Not for long. Two starts that nobody could tell apart point in different directions after a few months: the motion is chaotic.', '撐不久。兩個無法分辨的起始，幾個月後便指向不同：這運動是混沌的。'],
    },
    'eulers-disk': {
        ask: ['A coin that settles whirrs faster and faster. Where does it get the speed when it is losing energy?', '落定的硬幣越轉越急。它在損失能量，速度從哪裡來？'],
        expect: ['“It spins faster and faster.”', '「它轉得越來越快。」'],
        truth: ['The coin itself hardly turns. What runs ever faster is the point of contact, because a flatter coin needs a faster wobble to hold its rim up.', '硬幣本身幾乎不轉。跑得越來越快的是接觸點，因為越平的硬幣需要越快的晃動來撐住邊緣。'],
    },
    'rattleback': {
        ask: ['Can a stone that is spun one way turn back by itself? Where would the momentum come from?', '向一方轉的石頭能自己倒轉嗎？角動量從哪裡來？'],
        expect: ['“No: angular momentum is conserved.”', '「不能：角動量守恆。」'],
        truth: ['It can: the table acts on it, and so its momentum is not conserved. Its energy is, and goes from spin to rattling and back.', '能：桌面對它作用，因此它的角動量不守恆。守恆的是能量，在自轉與晃動之間往返。'],
    },
    'tippe-top': {
        ask: ['The centre of mass rises. Who lifts it?', '重心升高了。是誰抬起它？'],
        expect: ['“Friction cannot lift anything.”', '「摩擦不能抬起任何東西。」'],
        truth: ['The spin pays for it: friction at the sliding point turns the top over, and the top ends with less spin and more height.', '由自轉付出代價：滑動點的摩擦使陀螺翻身，最後自轉較少而位置較高。'],
    },
    'rolling-wheel': {
        ask: ['Why does a rolling wheel not fall, and one that stands does?', '為什麼滾動的車輪不倒，而靜止的會倒？'],
        expect: ['“Its spin holds it up.”', '「自轉撐住了它。」'],
        truth: ['It does fall, a little: and steers to the side to which it falls, until it has rolled under itself. It must be fast enough for that.', '它會倒，一點點：並轉向倒的一側，直到滾回自己下方。為此它必須夠快。'],
    },
    'trainer-1952': {
        ask: ['Pull the nose up through the vertical. Which instrument do you trust?', '拉起機首通過鉛直。你相信哪一個儀表？'],
        expect: ['“All of them: they show the same.”', '「都相信：它們顯示的一樣。」'],
        truth: ['Near the vertical the angles lose the heading, because two of their rates are divided by the cosine of the third. The cosines have no such place.', '接近鉛直時角度法失去航向，因為其中兩個變率要除以第三個角的餘弦。方向餘弦沒有這種地方。'],
    },
    'satellite-docking': {
        ask: ['How many pulses does it take to stop it?', '要多少次脈衝才能止住它？'],
        expect: ['“One: against the way it turns.”', '「一次：逆著它轉的方向。」'],
        truth: ['One about each axis at least, and while you stop one rate the others feed it again: be quick, or begin with the largest.', '每一軸至少一次；而在你止住一個角速度時，另兩個又會帶動它：動作要快，或先處理最大的。'],
    },
    'gyroscope-hand': {
        ask: ['Push the tip of the axle away from you: where does it go?', '把軸端往前推：它往哪裡走？'],
        expect: ['“Away from me.”', '「往前。」'],
        truth: ['Sideways: the torque of the push lies sideways, and the angular momentum goes that way. Let go, and it stays.', '往旁邊：推力的力矩指向側面，角動量就往那邊去。放手後，它便停在那裡。'],
    },
};
