import { expect, test } from 'vitest'
import { processorMs } from '#test/harness/processor-time.ts'
import { plainTags } from './plain-tags.ts'

test.each([
  ["<p class=MsoNormal style='mso-list:l0 level1' lang=EN>a</p>", '<p data-style="mso-list:l0 level1">a</p>'],
  ['<p class=MsoTitle>Title</p>', '<p data-class="MsoTitle">Title</p>'],
  ['<img src=x onerror=alert(1)>b', '<img>b'],
  ['<a href="/x?a=1&amp;b=2" target=_blank ONCLICK="alert(\'>\')">c</a>', '<a href="/x?a=1&amp;b=2">c</a>'],
  [`<p style='font-family:"A"'>d</p>`, '<p data-style="font-family:&quot;A&quot;">d</p>'],
  ['<style>p { color: red }</style><td colspan=2 width=9>e</td>', '<td colspan="2">e</td>'],
  ['<!--[if gte mso 9]><xml><w:x/></xml><![endif]--><![if !supportLists]>f<![endif]>', 'f'],
  [
    '<span data-piece="footnote" data-text="a &gt; b">g</span>',
    '<span data-piece="footnote" data-text="a &gt; b">g</span>',
  ],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
])('of %s only structure and data are left', (html, plain) => expect(plainTags(html)).toBe(plain))

test('a million characters of broken markup are read quickly', async () => {
  const ms = await processorMs(() => {
    for (const piece of ['<', '<a ', '<a b="', "<a '", '<!--', '<style>', '<p style=', '<![', '<a b=c '])
      plainTags(piece.repeat(1_000_000 / piece.length))
  })
  expect(ms).toBeLessThan(5000)
})
