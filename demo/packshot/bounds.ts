/** A rectangle: its upper left corner, width and height. */
export type Box = { x: number; y: number; w: number; h: number };

/**
 * Returns the bounding box of the points of a path, control points included.
 * @throws Error if the path has relative commands.
 */
export function getPathBounds(path: string): Box {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const [, command = "", rest = ""] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    if (command === "H") xs.push(...numbers);
    else if (command === "V") ys.push(...numbers);
    else if (command === "A") {
      const [rx = 0, ry = 0, , , , x = 0, y = 0] = numbers;
      xs.push(x - rx, x + rx);
      ys.push(y - ry, y + ry);
    } else if ("MLCQSTZ".includes(command)) numbers.forEach((value, index) => (index % 2 === 0 ? xs : ys).push(value));
    else throw new Error(`no bounds for the relative command ${command}`);
  }
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/** Returns the box with a margin on every side, rounded out to integers. */
export function expandBox(box: Box, margin: number): Box {
  const x = Math.floor(box.x - margin);
  const y = Math.floor(box.y - margin);
  return { x, y, w: Math.ceil(box.x + box.w + margin) - x, h: Math.ceil(box.y + box.h + margin) - y };
}
