import { CommandError } from "../platform/commands.ts";

/** An address that moved and where it is now: paths of this site without locale prefix and query. */
export type Redirect = { from: string; to: string };

/** The path as redirects know it: decoded, without a slash at its end; null where it is none. */
export function plainPath(text: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(text.trim());
  } catch {
    return null;
  }
  if (!/^\/(?![/\\])[^\\\p{Cc}\s?#]*$/u.test(path)) return null;
  if (/^\/en(-US)?(\/|$)/.test(path)) return null;
  return path === "/" ? path : path.replace(/\/+$/, "");
}

/**
 * Reads a list of redirects, one a line: `/old,/new` (a comma, semicolon or tab between them; `#` begins a remark).
 * @throws CommandError that names every bad line and why.
 */
export function readRedirects(text: string): Redirect[] {
  const complaints: string[] = [];
  const byFrom = new Map<string, Redirect>();
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const wrong = (why: string) => complaints.push(`line ${at + 1}: ${why}`);
    const parts = line.split(/[,;\t]/).map((part) => part.trim().replace(/^"(.*)"$/, "$1"));
    const [from, to] = parts.map(plainPath);
    if (parts.length !== 2) wrong("takes two addresses, the old one and the new one");
    else if (!from || !to) wrong(`"${parts[from ? 1 : 0]}" is no path of this site without language and query`);
    else if (from === to) wrong(`${from} leads to itself`);
    else if (from === "/") wrong("the home page cannot move");
    else if (byFrom.has(from) && byFrom.get(from)?.to !== to) wrong(`${from} stands there twice`);
    else byFrom.set(from, { from, to });
  }
  if (complaints.length > 0)
    throw new CommandError(["Nothing was taken over.", ...complaints].join("\n"), {
      code: "lines_rejected",
      complaints,
    });
  return [...byFrom.values()];
}

/**
 * Makes every redirect lead to its end in one hop.
 * @throws CommandError that names each address whose way comes back to it.
 */
export function collapsed(redirects: readonly Redirect[]): Redirect[] {
  const next = new Map(redirects.map(({ from, to }) => [from, to]));
  const loops: string[] = [];
  const straight = redirects.map(({ from, to }) => {
    const way = [from];
    let end = to;
    for (let further = next.get(end); further !== undefined && !way.includes(end); further = next.get(end)) {
      way.push(end);
      end = further;
    }
    if (way.includes(end)) loops.push([...way, end].join(" → "));
    return { from, to: end };
  });
  if (loops.length > 0)
    throw new CommandError(["Redirects that lead in a circle:", ...loops].join("\n"), { complaints: loops });
  return straight;
}
