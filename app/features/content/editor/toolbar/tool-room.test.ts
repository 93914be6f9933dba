import { expect, test } from 'vitest'
import { divideTools } from './tool-room.ts'

const group = (...names: string[]) => ({ tools: names.map((name) => ({ name })) })
const groups = [group('undo', 'redo'), group('heading2', 'heading4'), group('bold', 'italic')]
const namesOf = (some: typeof groups) => some.map(({ tools }) => tools.map(({ name }) => name).join(' '))

test('all tools are in the line where there is room', () => {
  expect(divideTools(groups, 6)).toEqual({ row: groups, more: [] })
})

test('in a narrow line the important tools stay, in their order, with room for one button', () => {
  const { row, more } = divideTools(groups, 4)
  expect(namesOf(row)).toEqual(['heading2', 'bold italic'])
  expect(namesOf(more)).toEqual(['undo redo', 'heading4'])
})

test('every tool is somewhere, however narrow the line', () => {
  for (const room of [-3, 0, 1, 2, 5]) {
    const { row, more } = divideTools(groups, room)
    const all = [...namesOf(row), ...namesOf(more)].flatMap((names) => names.split(' '))
    expect(all.toSorted()).toEqual(['bold', 'heading2', 'heading4', 'italic', 'redo', 'undo'])
    expect(row.flatMap(({ tools }) => tools).length).toBe(Math.max(room - 1, 1))
  }
})
