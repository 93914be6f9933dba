import { soundOf } from '#db/search/sounds.ts'
import { soughtWords } from '#db/search/words.ts'

/** Hindi words of visitors, and what they are called on this site. Names are found by their sound instead. */
const hindi: Record<string, string> = {
  fee: 'शुल्क फीस चंदा',
  membership: 'सदस्यता',
  member: 'सदस्य सदस्यों',
  fellow: 'अध्येता अध्येताओं फेलो',
  fellowship: 'फेलोशिप अध्येतावृत्ति',
  conference: 'सम्मेलन सम्मेलनों संगोष्ठी कॉन्फ्रेंस',
  award: 'पुरस्कार पुरस्कारों सम्मान',
  medal: 'पदक',
  lecture: 'व्याख्यान व्याख्यानों',
  workshop: 'कार्यशाला कार्यशालाओं',
  newsletter: 'समाचारपत्र',
  news: 'समाचार सूचना',
  contact: 'संपर्क सम्पर्क फोन पता',
  constitution: 'संविधान',
  rules: 'नियम नियमावली',
  council: 'परिषद कार्यकारिणी',
  president: 'अध्यक्ष',
  secretary: 'सचिव',
  history: 'इतिहास',
  form: 'फॉर्म प्रपत्र',
  apply: 'आवेदन',
  nomination: 'नामांकन',
  certificate: 'प्रमाणपत्र',
  deadline: 'अंतिम',
  next: 'अगला अगली आगामी',
  date: 'तिथि तारीख',
  gallery: 'चित्र तस्वीरें',
  physics: 'भौतिकी',
  chemistry: 'रसायन',
  mathematics: 'गणित',
  science: 'विज्ञान',
  vedic: 'वैदिक',
  scientist: 'वैज्ञानिक',
  young: 'युवा',
  gold: 'स्वर्ण',
  allahabad: 'इलाहाबाद',
  prayagraj: 'प्रयागराज',
  ayodhya: 'अयोध्या',
  jabalpur: 'जबलपुर',
  faridabad: 'फरीदाबाद',
}

/** Hindi words too common to search for. */
const emptyHindi = 'का की के को में से पर और है हैं क्या कैसे कब कहाँ कौन लिए हो ने'

const english = new Map(
  Object.entries(hindi).flatMap(([word, list]) => soughtWords(list, 20).map((one) => [one, word] as const)),
)
const empty = new Set(soughtWords(emptyHindi, 30))

/** Hindi is often typed in Latin letters: "sadasyata". Short words could be something else. */
const shortestSound = 4
const bySound = new Map(
  [...english]
    .map(([word, meaning]) => [soundOf(word), meaning] as const)
    .filter(([sound]) => sound.length >= shortestSound),
)

/** The words of a question, those of them that are Hindi in English. */
export function inEnglish(words: string[]): string[] {
  const meant = words
    .filter((word) => !empty.has(word))
    .map((word) => english.get(word) ?? bySound.get(soundOf(word)) ?? word)
  return meant.length > 0 ? [...new Set(meant)] : words
}

export function questionWords(question: string): string[] {
  return inEnglish(soughtWords(question))
}

/** Whether a question has the words of a phrase one after another. */
export function hasPhrase(question: string, phrase: string): boolean {
  return ` ${questionWords(question).join(' ')} `.includes(` ${phrase} `)
}
