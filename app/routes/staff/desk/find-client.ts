import type { CommandGroup } from '#ui/frame/command-palette.tsx'

/** Asks for what the typed words find; undefined where the site cannot be reached or the session is over. */
export async function askFind(typed: string, signal: AbortSignal): Promise<CommandGroup[] | undefined> {
  try {
    const answer = await fetch(`/editor/find?${new URLSearchParams({ q: typed })}`, { signal })
    if (!answer.ok || answer.redirected) return undefined
    return ((await answer.json()) as { groups: CommandGroup[] }).groups
  } catch {
    return undefined
  }
}
