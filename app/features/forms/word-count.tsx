import { useEffect, useState } from 'react'
import { countOf } from '#ui/foundations/numbers.ts'
import { countWords } from './count-words.ts'
import type { WordsField } from './questions.ts'
import styles from './word-count.module.css'

const pauseMs = 1500

/**
 * How much longer a text may get. It needs scripts; screen readers announce it after a pause in typing, not with every
 * letter.
 */
export function WordCount({ text, question }: { text: string; question: WordsField }) {
  const [isLive, setLive] = useState(false)
  const [said, setSaid] = useState('')
  const [first] = useState(text)
  const line = countLine(question, text)
  useEffect(() => setLive(true), [])
  useEffect(() => {
    if (text === first) return undefined
    const timer = setTimeout(() => setSaid(line), pauseMs)
    return () => clearTimeout(timer)
  }, [text, first, line])
  return (
    <>
      <p className={styles.count} aria-hidden="true" data-over={isOver(question, text) ? '' : undefined}>
        {isLive && line}
      </p>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

function countLine({ min = 0, max, maxLength }: WordsField, text: string): string {
  const [count, limit, thing] =
    max === undefined ? [text.length, maxLength, 'character'] : [countWords(text), max, 'word']
  const left = limit - count
  if (left < 0) return `${countOf(-left, thing)} too many`
  if (count < min) return `${countOf(min - count, thing)} more needed`
  return `${countOf(left, thing)} left`
}

function isOver({ max = Infinity, maxLength }: WordsField, text: string): boolean {
  return countWords(text) > max || text.length > maxLength
}
