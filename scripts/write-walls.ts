import { globSync, writeFileSync } from 'node:fs'
import { featureRanks } from './feature-ranks.ts'

/**
 * Writes what each feature must not import into the file that the linter's configuration extends. Run it, and `npm run
 * format`, when a feature or its rank changes.
 */

interface Pattern {
  regex: string
  message: string
}

export const wallsFile = '.oxlintrc.features.json'

const byName = { regex: '^\\.\\./', message: 'Outside its own folder a file is imported by its # name.' }
const draws = 'Features use server and db; rules must not import web code.'
const rules = 'Rules must not import web code; only .tsx files of a feature render.'

/** For every file of a feature, and then for those without markup: of two matches, the later counts. */
const walls: Record<string, Pattern[]> = {
  '**': [
    byName,
    { regex: '^#(routes|starter|test|root)', message: draws },
    { regex: '^react-router', message: draws },
  ],
  '**/*.ts': [
    byName,
    { regex: '^#(routes|starter|test|root|ui)', message: rules },
    { regex: '^react', message: rules },
  ],
}

export function wallsOf(ranks: typeof featureRanks) {
  return { overrides: groupsOf(ranks).flatMap(({ folder, upwards }) => wallsFor(folder, upwards)) }
}

function wallsFor(folder: string, upwards: string) {
  const rank = {
    regex: `^#features/(${upwards})/`,
    message: 'Features import from lower ranks only: scripts/feature-ranks.ts.',
  }
  return Object.entries(walls).map(([files, patterns]) => ({
    files: [`app/features/${folder}/${files}`],
    rules: { 'no-restricted-imports': ['error', { patterns: [...patterns, rank] }] },
  }))
}

/** A feature with subfolders imports from itself by its # name, and so has its own walls. */
function groupsOf(ranks: typeof featureRanks) {
  return ranks.flatMap((rank, index) => {
    const above = ranks.slice(index + 1).flat()
    const flat = rank.filter((feature) => !hasFolders(feature))
    const deep = rank.filter(hasFolders)
    return [
      ...(flat.length > 0 ? [{ folder: anyOf(flat), upwards: [...rank, ...above].join('|') }] : []),
      ...deep.map((feature) => ({
        folder: feature,
        upwards: [...rank.filter((other) => other !== feature), ...above].join('|'),
      })),
    ]
  })
}

function anyOf(names: string[]): string {
  return names.length === 1 ? names[0]! : `{${names.join(',')}}`
}

function hasFolders(feature: string): boolean {
  return globSync(`app/features/${feature}/*/`).length > 0
}

if (import.meta.main) writeFileSync(wallsFile, JSON.stringify(wallsOf(featureRanks)))
