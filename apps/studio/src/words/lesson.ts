// Words of what is tried, predicted and taught.
export const LESSON_WORDS = {
    putBack: ['Put it back', '還原'],
    predict: ['Predict, then see', '先預測，再觀察'],
    watchNow: ['Now watch.', '現在看。'],
    predictedRight: ['As you said.', '正如你所說。'],
    predictedWrong: ['It did something else.', '結果並非如此。'],
    askFirst: ['ask before every scene', '每個範例都先提問'],
    sheet: ['Teacher’s sheet', '教師用單'],
    sheetsAll: ['All sheets', '全部教師用單'],
    sheetAsk: ['What to ask', '可以問'],
    sheetExpect: ['What they will say', '他們會說'],
    sheetTruth: ['What is true', '事實是'],
    sheetNotes: ['Notes', '筆記'],
    print: ['Print', '列印'],
    present: ['Present', '投影'],
    presentEnd: ['End of the presentation', '結束投影'],
    helpLesson: [
        'M: map of motions; on it arrows aim, Enter starts the motion there, Shift and arrows turn the map · L: methods side by side · Page Up, Page Down: scenes, while presenting',
        'M：運動地圖；在圖上以方向鍵瞄準，Enter 從該處開始，Shift 加方向鍵轉動地圖 · L：各方法並列 · Page Up、Page Down：投影時切換範例',
    ],
    before: ['before', '先前'],
} satisfies Record<string, [string, string]>;
