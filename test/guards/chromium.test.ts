import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findChromium, launchChromium } from '#test/harness/chromium.ts'

const isRoot = process.getuid?.() === 0

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a browser is found and shows a page, in its sandbox unless root runs it', async () => {
  const browser = await launchChromium()
  const page = await browser.newPage()
  await page.setContent('<h1>Physical sciences</h1>')
  const heading = await page.getByRole('heading').textContent()
  const session = await browser.newBrowserCDPSession()
  const { commandLine } = await session.send('SystemInfo.getInfo')
  await browser.close()

  expect(heading).toBe('Physical sciences')
  expect(commandLine.includes('--no-sandbox')).toBe(isRoot)
}, 30_000)

test('a wrong CHROMIUM_PATH is named', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')

  await expect(findChromium()).rejects.toThrow('CHROMIUM_PATH is "/nowhere/chromium"')
})

describe.runIf(process.platform === 'linux')('on a machine without a browser', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'iaps-chromium-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  test('CHROMIUM_PATH comes first', async () => {
    program('chromium', 'echo Chromium 1.0')
    program('mine', 'echo Chromium 2.0')

    expect(await findThere({ CHROMIUM_PATH: join(folder, 'mine') })).toBe(join(folder, 'mine'))
    expect(await findThere({})).toBe(join(folder, 'chromium'))
  })

  test('a placeholder that only says how to install it is skipped', async () => {
    program('chromium-browser', 'echo requires the chromium snap to be installed; exit 1')
    program('google-chrome', 'echo Google Chrome 3.0')

    expect(await findThere({})).toBe(join(folder, 'google-chrome'))
  })

  test('without any way to get one, a sentence says what to do', async () => {
    expect(await findThere({})).toBe(
      'The browser tests need Chromium: install it (or run "npx playwright-core install chromium"), or set CHROMIUM_PATH to its program.',
    )
  })

  test('root installs it from Debian, and nobody else tries', async () => {
    const chromium = join(folder, 'chromium-headless-shell')
    const install = `echo '#!/bin/sh\necho Chromium 4.0' > ${chromium}; /bin/chmod 755 ${chromium}`
    program('apt-get', `case "$*" in *" install "*" chromium-headless-shell") ${install};; esac`)

    expect(await findThere({})).toEqual(isRoot ? chromium : expect.stringContaining('set CHROMIUM_PATH'))
  })

  function program(name: string, script: string) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }

  /** In a separate process, because Playwright reads where its browsers are only once. */
  async function findThere(env: NodeJS.ProcessEnv) {
    const file = JSON.stringify(join(import.meta.dirname, '../harness/chromium.ts'))
    const script = `import { findChromium } from ${file}
      process.stdout.write(await findChromium().catch((error) => error.message))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: folder, PLAYWRIGHT_BROWSERS_PATH: folder, ...env },
    })
    return stdout
  }
})
