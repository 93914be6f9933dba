/**
 * The one small script of the public pages, bundled by itself and inlined. Every page works without it; it completes.
 * Listeners sit on the document, so that markup that React draws or redraws later needs no second start.
 */
import { shrinkBar } from './script/bar.ts'
import { followContents } from './script/contents.ts'
import { serveDialogs } from './script/dialogs.ts'
import { serveLightbox } from './script/lightbox.ts'
import { serveMenu } from './script/menu.ts'
import { serveThemeToggle } from './script/theme.ts'
import { addVisitorTimes } from './script/zones.ts'

shrinkBar()
serveThemeToggle()
serveMenu()
serveDialogs()
serveLightbox()
addVisitorTimes()
followContents()
document.querySelector<HTMLElement>('[data-error-summary]')?.focus()
