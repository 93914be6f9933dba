/** Says that the process answers. It asks nothing else, so that a slow database does not get the process restarted. */
export function loader() {
  return new Response('ok\n', {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
