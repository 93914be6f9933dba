/**
 * The small script of the public pages, bundled separately into a file that browsers keep. Every page works without it;
 * it adds conveniences. Listeners are on the document, so that markup that React renders later needs no second start.
 */
import { followSignIn } from './account.ts'
import { shrinkBar } from './bar.ts'
import { followContents } from './contents.ts'
import { serveDialogs } from './dialogs.ts'
import { serveLightbox } from './lightbox.ts'
import { serveMenu } from './menu.ts'
import { serveThemeToggle } from './theme.ts'
import { addVisitorTimes } from './zones.ts'

shrinkBar()
serveThemeToggle()
serveMenu()
serveDialogs()
serveLightbox()
addVisitorTimes()
followContents()
followSignIn()
document.querySelector<HTMLElement>('[data-error-summary]')?.focus()
