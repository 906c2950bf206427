// What the core says, in Traditional Chinese: sentences with the places where it puts names and numbers. Each pattern
// replaces its part of a message, so that the file and the key before it stay. What is not here is said as it comes.
export const CORE_MESSAGES: [RegExp, string][] = [
    [/unknown key; allowed here: (.*?)\. Did you mean '(.*?)'\?/, '沒有這個鍵；此處可用：$1。是否想寫「$2」？'],
    [/unknown key; allowed here: (.*)/, '沒有這個鍵；此處可用：$1'],
    [/unknown (\S+) "(.*?)"; known: (.*?)\.?( Did you mean '(.*?)'\?)?$/, '沒有名為「$2」的 $1；可用：$3'],
    [/expected three numbers( \(.*?\))?, read (.*?); example: (.*)/, '需要三個數$1，讀到 $2；例：$3'],
    [/expected a number greater than 0( \(.*?\))?, read (.*?); example: (.*)/, '需要大於 0 的數$1，讀到 $2；例：$3'],
    [/expected a number that is not negative( \(.*?\))?, read (.*?); example: (.*)/, '需要不為負的數$1，讀到 $2；例：$3'],
    [/expected a number( \(.*?\))?, read (.*?); example: (.*)/, '需要一個數$1，讀到 $2；例：$3'],
    [/expected (.*?), read (.*?); example: (.*)/, '需要 $1，讀到 $2；例：$3'],
    [/the moment about (\S+) is (\S+) kg m\^2; moments of inertia are greater than 0/, '繞 $1 的慣量為 $2 kg m²；慣量必須大於 0'],
    [/(\S+) > (\S+) \+ (\S+): no body has these moments.*/, '$1 > $2 + $3：沒有剛體具有這些慣量（任一者不得大於另兩者之和）'],
    [/a tilt of (\S+) degrees is out of range: (\S+) to (\S+) degrees/, '傾角 $1 度超出範圍：$2 到 $3 度'],
    [/at a tilt of (\S+) degrees the axis is vertical and has no '(.*?)' motion; an upright spin is motion = "sleeping"/, '傾角 $1 度時軸為鉛直，沒有「$2」運動；直立的自轉為 motion = "sleeping"'],
    [/without spin the body falls in a plane: no cusps/, '沒有自轉，剛體在平面內倒下，不會有尖點'],
    [/a named motion belongs to a body with weight off its fixed point.*/, '以名稱指定的運動需要重力作用於支點之外；沒有重力便沒有這種運動'],
    [/no steady precession at a tilt of (\S+) degrees with a spin of (\S+) Hz \((.*?)\): the least spin that has one is (\S+) Hz \((.*?)\)/, '傾角 $1 度、自轉 $2 Hz ($3) 時沒有穩定進動；至少需要 $4 Hz ($5)'],
    [/(\S+) s is not a whole number of steps of (\S+) s \(method '(.*?)'\); (.*) s fits/, '$1 秒不是步長 $2 秒的整數倍（方法「$3」）；$4 秒可行'],
    [/(\S+) s is not a whole number of steps of (\S+) s/, '$1 秒不是步長 $2 秒的整數倍'],
    [/an attitude has length 1, these numbers have length (\S+); put normalise = true beside them to have them normalised/, '姿態的長度為 1，這些數的長度為 $1；在旁邊加上 normalise = true 可令其歸一'],
    [/cannot read '(.*?)': No such file or directory/, '無法讀取「$1」：沒有這個檔案'],
    [/cannot read '(.*?)'/, '無法讀取「$1」'],
    [/'(.*?)' takes no steps; leave `step` out.*/, '「$1」沒有步長；請移除 step'],
    [/not valid TOML: (.*?); the line reads: (.*)/, '不是有效的 TOML：$1；該行為：$2'],
    [/there is neither \[body\] nor \[rates\]; a scenario needs \[body\] \(or \[rates\]\) and \[run\] with its duration/, '既無 [body] 亦無 [rates]；情境需要 [body]（或 [rates]）以及含時間長度的 [run]'],
    [/the table is missing; it says how long the motion lasts\. Example: (.*)/, '缺少此表；它說明運動持續多久。例：$1'],
    [/given twice: here and in (.*)/, '給了兩次：此處與 $1'],
    [/cannot stand together with (.*)/, '不能與 $1 並存'],
    [/missing; without a \[\[torque\]\] nothing moves a body at rest\..*/, '缺少角速度；沒有 [[torque]] 時，靜止的剛體不會動'],
    [/missing; (.*)/, '缺少此項；$1'],
    [/this is a sweep of many runs: .*/, '這是多次執行的掃描：請用「polhode sweep」執行'],
    [/this is a study of methods and steps: .*/, '這是方法與步長的研究：請用「polhode study」執行'],
    [/time does not rise: (\S+) after (\S+)/, '時間沒有遞增：$2 之後為 $1'],
    [/a quaternion of length zero is no attitude/, '長度為零的四元數不是姿態'],
    [/the computation failed at t = (\S+) s: /, '計算在 t = $1 秒失敗：'],
    [/an Euler angle jumped; the second Euler angle is close to \+-90 degrees \(gimbal lock\): an attitude without singular places \((.*?)\) passes here/, '歐拉角發生跳躍；第二個歐拉角接近 ±90 度（萬向鎖）：沒有奇異處的姿態（$1）可以通過'],
    [/the axis stands upright, where the angles phi and psi turn about one line and their equations divide by zero; .*/, '軸直立，此處 φ 與 ψ 繞同一直線轉動，其方程式除以零；沒有奇異處的姿態（四元數）可以通過'],
    [/a number is no longer finite/, '出現了非有限的數'],
    [/the equations of an implicit step were not solved/, '隱式步的方程式未能求解'],
    [/the step became too small for the clock/, '步長變得太小'],
    [/the motor of '(.*?)' reached its torque limit (once|\d+ times)/, '「$1」的馬達達到力矩上限：$2'],
    [/'(.*?)' reached its speed limit (once|\d+ times)/, '「$1」達到轉速上限：$2'],
    [/controller '(.*?)' took (\d+) samples/, '控制器「$1」取樣 $2 次'],
    [/：once/, '一次'],
    [/：(\d+) times/, '$1 次'],
    [/something went wrong inside/, '內部發生錯誤'],
    [/not a text file/, '不是文字檔'],
    [/讀到 the number (\S+)/, '讀到數 $1'],
    [/讀到 the string (".*?")/, '讀到文字 $1'],
    [/讀到 a list of (\d+) items?/, '讀到 $1 項的清單'],
    [/需要 a list of parts/, '需要組件的清單'],
];

// In place, one sentence after another: a message may hold several.
export function inChinese(message: string): string {
    let out = message;
    let found = 0;
    for (const [pattern, words] of CORE_MESSAGES)
        if (found < 3 && pattern.test(out)) {
            out = out.replace(pattern, words);
            ++found;
        }
    return out;
}
