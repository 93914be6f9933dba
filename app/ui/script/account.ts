/** Where a tab stores the name of who is signed in. Pages with React follow it without this. */
const nameKey = 'name'

/** After another tab signed in or out, the footer shows the links of whoever is signed in now. */
export function followSignIn() {
  addEventListener('storage', ({ key }) => {
    if (key !== nameKey || document.documentElement.dataset.hydrates !== undefined) return
    const request = new XMLHttpRequest()
    request.responseType = 'document'
    request.addEventListener('load', () => {
      const links = request.responseXML?.querySelector('[data-account]')
      if (links) document.querySelector('[data-account]')?.replaceWith(document.importNode(links, true))
    })
    // This page again, because its policy allows no styles of another one.
    request.open('GET', location.href)
    request.send()
  })
}
