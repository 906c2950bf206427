// Words of plots and of methods beside each other.
export const PLOT_WORDS = {
    qPrecession: ['Precession: how fast the axis goes round', '進動：軸繞行的速率'],
    morePlots: ['One more plot', '增加一張圖'],
    lessPlots: ['One plot less', '減少一張圖'],
    exportPlotsSvg: ['Plots (SVG)', '圖表 (SVG)'],
    exportPlotsPng: ['Plots (PNG)', '圖表 (PNG)'],
    eulerFails: ['Euler angles fail at {0} s ({1}). The other methods go on.', '歐拉角在 {0} 秒失效（{1}）。其他方法繼續。'],
    methodFails: ['{1} fails at {0} s. The other methods go on.', '{1} 在 {0} 秒失效。其他方法繼續。'],
    lanes: ['Methods side by side', '各方法並列'],
} satisfies Record<string, [string, string]>;
