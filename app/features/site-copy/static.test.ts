import { expect, test } from 'vitest'
import { fileNameOf, keyOf, relativeName } from './static-names.ts'
import { linksIn, rewritePage, rewriteStyle } from './static-page.ts'

const live = 'https://example.org/p'
const at = (path: string) => new URL(path, 'https://example.org')

test('each page has its own folder, and a file keeps its name', () => {
  expect(fileNameOf('/', true)).toBe('index.html')
  expect(fileNameOf('/awards/one', true)).toBe('awards/one/index.html')
  expect(fileNameOf('/fellowship/fellows?list=deceased&page=2', true)).toBe(
    'fellowship/fellows/list-deceased-page-2/index.html',
  )
  expect(fileNameOf('/files/1/A%20%E0%A4%A8%3A.pdf', false)).toBe('files/1/A_.pdf')
  expect(fileNameOf('/files/%2e%2e/%2e%2e/x', false)).toBe('files/_/_/x')
  expect(fileNameOf('/files/..%2f..%2fx', false)).toBe('files/.._.._x')
})

test('what only the site can answer is not copied', () => {
  expect(keyOf(at('/fellowship/fellows?page=2&list=deceased'))).toBe(
    '/fellowship/fellows?list=deceased&page=2',
  )
  for (const path of ['/admin/x', '/account', '/search?q=x', '/fellowship/fellows?page=2&name=x'])
    expect(keyOf(at(path))).toBeUndefined()
})

test('files link to each other relative to their location', () => {
  expect(relativeName('index.html', 'a/index.html')).toBe('a/index.html')
  expect(relativeName('a/b/index.html', 'pictures/1.jpg')).toBe('../../pictures/1.jpg')
})

test('links, pictures and styles are found and rewritten; scripts and forms are removed', () => {
  const html =
    '<head><script>a("<b href=\'/x\'>")</script><link rel="preload" href="/f.woff2"/><style>@font-face{src:url(/f.woff2)}</style></head>' +
    '<a href="/a?x=1&amp;y=2">A</a><img src="/1.jpg" srcSet="/1.jpg 1w, /2.jpg 2w"/><form action="/s"><input/></form>'
  expect(linksIn(html).toSorted()).toEqual(['/1.jpg', '/1.jpg', '/2.jpg', '/a?x=1&y=2', '/f.woff2'])
  expect(rewritePage(html, live, (href) => (href === live ? 'live' : `..${href}`))).toBe(
    '<head><style>@font-face{src:url("../f.woff2")}</style></head>' +
      '<a href="../a?x=1&amp;y=2">A</a><img src="../1.jpg" srcSet="../1.jpg 1w, ../2.jpg 2w"/>' +
      '<p>This part works only on the website. <a href="live">Open this page there</a>.</p>',
  )
  expect(rewriteStyle("a{b:url('/x.png')}", () => 'y.png')).toBe('a{b:url("y.png")}')
})
