import { CommandError } from "../../platform/commands/command.ts";
import { normalizePath } from "./normalize-path.ts";

/** A path that moved and its new path: paths of this site without locale prefix and query. */
export type Redirect = { from: string; to: string };

/**
 * Parses a list of redirects, one per line: `/old,/new` (separated by a comma, semicolon or tab; `#` starts a comment).
 * @throws CommandError that lists every invalid line with the reason
 */
export function parseRedirects(text: string): Redirect[] {
  const errors: string[] = [];
  const byFrom = new Map<string, Redirect>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const addError = (reason: string) => errors.push(`line ${index + 1}: ${reason}`);
    const parts = line.split(/[,;\t]/).map((part) => part.trim().replace(/^"(.*)"$/, "$1"));
    const [from, to] = parts.map(normalizePath);
    if (parts.length !== 2) addError("must contain two paths, the old one and the new one");
    else if (!from || !to) addError(`"${parts[from ? 1 : 0]}" is not a path of this site without language and query`);
    else if (from === to) addError(`${from} leads to itself`);
    else if (from === "/") addError("the home page cannot move");
    else if (byFrom.has(from) && byFrom.get(from)?.to !== to)
      addError(`${from} is listed twice with different targets`);
    else byFrom.set(from, { from, to });
  }
  if (errors.length > 0)
    throw new CommandError(["Nothing was imported.", ...errors].join("\n"), {
      code: "lines_rejected",
      errors,
    });
  return [...byFrom.values()];
}

/**
 * Resolves chains, so that every redirect reaches its final target in one hop.
 * @throws CommandError that lists every circular chain
 */
export function resolveChains(redirects: readonly Redirect[]): Redirect[] {
  const targetByPath = new Map(redirects.map(({ from, to }) => [from, to]));
  const loops: string[] = [];
  const resolved = redirects.map(({ from, to }) => {
    const chain = [from];
    let target = to;
    for (
      let nextTarget = targetByPath.get(target);
      nextTarget !== undefined && !chain.includes(target);
      nextTarget = targetByPath.get(target)
    ) {
      chain.push(target);
      target = nextTarget;
    }
    if (chain.includes(target)) loops.push([...chain, target].join(" → "));
    return { from, to: target };
  });
  if (loops.length > 0)
    throw new CommandError(["Redirects that lead in a circle:", ...loops].join("\n"), { errors: loops });
  return resolved;
}
