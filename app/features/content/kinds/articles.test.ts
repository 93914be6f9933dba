import { expect, test } from 'vitest'
import { emptyDocument, type RichText } from '#features/content/text/document.ts'
import { isArticle, listArticles, listContents } from './articles.ts'

const body: RichText = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Light.' }] }],
}

test('an article with a text has a slug from its title, and no two have the same', () => {
  const titles = ['How dark is a shadow?', 'Notes', 'Notes', 'Notes 2', 'नोट्स', 'नया']
  const articles = listArticles(titles.map((title) => ({ title, body })))
  expect(articles.map(({ slug }) => slug)).toEqual([
    'how-dark-is-a-shadow',
    'notes',
    'notes-2',
    'notes-2-2',
    'article',
    'article-2',
  ])
})

test('an article without a text stays in the list and has no slug', () => {
  const contents = [
    { title: 'Notes', page: 2 },
    { title: 'Notes', body: emptyDocument },
    { title: 'Notes', body },
  ]
  expect(listContents(contents).map(isArticle)).toEqual([false, false, true])
  expect(listArticles(contents).map(({ slug }) => slug)).toEqual(['notes'])
})

test('a picture alone is a text', () => {
  const figure = { type: 'figure', attrs: { file: 'abc', alt: 'A lamp' } } as const
  expect(listArticles([{ title: 'Lamp', body: { type: 'doc', content: [figure] } }])).toHaveLength(1)
})
