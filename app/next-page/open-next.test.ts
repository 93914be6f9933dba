import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { renderNextPageSynchronously } from './open-next.ts'

test('an opened page is drawn in the step that changes the address, also after loading data', async () => {
  const router = createMemoryRouter(
    [
      { path: '/people', element: null },
      { path: '/cases', loader: async () => null, element: null },
    ],
    { initialEntries: ['/people'] },
  )
  renderNextPageSynchronously(router)
  const seen: [path: string, isAtOnce: boolean][] = []
  router.subscribe(({ location }, { flushSync }) => void seen.push([location.pathname, flushSync]))

  await router.navigate('/cases', { state: { opened: 1 } })
  expect(seen.filter(([path]) => path === '/cases')).toEqual([['/cases', true]])
  await router.navigate('/people')
  expect(seen.at(-1)).toEqual(['/people', false])
})
