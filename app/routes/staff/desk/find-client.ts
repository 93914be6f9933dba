import type { CommandGroup } from '#ui/frame/command-palette.tsx'

/** Requests the results for the typed words; undefined if the site cannot be reached or the session has expired. */
export async function askFind(typed: string, signal: AbortSignal): Promise<CommandGroup[] | undefined> {
  try {
    const answer = await fetch(`/editor/find?${new URLSearchParams({ q: typed })}`, { signal })
    if (!answer.ok || answer.redirected) return undefined
    return ((await answer.json()) as { groups: CommandGroup[] }).groups
  } catch {
    return undefined
  }
}
