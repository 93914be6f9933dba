import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser } from 'playwright-core'

/** The Chromium for the tests: CHROMIUM_PATH, an installed one, Playwright's own, Debian's if it can be installed. */
export async function findChromium(): Promise<string> {
  const given = process.env['CHROMIUM_PATH']
  if (given) {
    if (await works(given)) return given
    throw new Error(
      `CHROMIUM_PATH is "${given}", which does not run as Chromium: correct it or leave it unset.`,
    )
  }
  const found = (await firstThatWorks(installedPaths())) ?? (await firstThatWorks([playwrightsOwn()]))
  if (found) return found

  if (await installFromDebian()) {
    const installed = await firstThatWorks(installedPaths())
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need Chromium: install it (or run "npx playwright-core install chromium"), or set CHROMIUM_PATH to its program.',
  )
}

export async function launchChromium(program?: string): Promise<Browser> {
  return chromium.launch({
    executablePath: program ?? (await findChromium()),
    // Chromium's sandbox refuses root; everyone else keeps it.
    chromiumSandbox: !isRoot(),
    // A container's shared memory is small, and letters must look alike on every machine.
    args: [
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  })
}

function installedPaths(): string[] {
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(
      (name) => process.env[name] ?? [],
    )
    const paths = ['Chromium\\Application\\chrome.exe', 'Google\\Chrome\\Application\\chrome.exe']
    return roots.flatMap((root) => paths.map((path) => join(root, path)))
  }
  // The headless shell renders the same pages and starts in half the time.
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome',
  ]
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  if (process.platform !== 'darwin') return onPath
  const apps = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome']
  const roots = ['/Applications', join(process.env['HOME'] ?? '', 'Applications')]
  return [...onPath, ...roots.flatMap((root) => apps.map((app) => join(root, app)))]
}

function playwrightsOwn() {
  try {
    return chromium.executablePath()
  } catch {
    return '' // Playwright has none for this system.
  }
}

async function firstThatWorks(paths: string[]) {
  for (const path of paths) if (await works(path)) return path
  return undefined
}

/** Runs the program itself: some systems have a placeholder of that name which only says how to install it. */
async function works(path: string) {
  try {
    await access(path, constants.X_OK)
    // On Windows this would open a window.
    if (process.platform === 'win32') return true
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 20_000 })
    return /chrom(e|ium)\b.* \d+\./i.test(stdout)
  } catch {
    return false
  }
}

async function installFromDebian() {
  if (!isRoot() || !(await aptGet(['--version'], 'ignore'))) return false
  process.stderr.write(
    'Installing Chromium for the browser tests with apt-get; this takes a minute or two …\n',
  )
  const install = ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']
  return (await aptGet(['update'])) && (await aptGet(install))
}

async function aptGet(args: string[], output: 'ignore' | 2 = 2) {
  const child = spawn('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', output, output],
  })
  try {
    const [code] = await once(child, 'exit')
    return code === 0
  } catch {
    return false
  }
}

function isRoot() {
  return process.getuid?.() === 0
}
