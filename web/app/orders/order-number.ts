/** An order's number as people read it out: in threes, whatever the language does with numbers that are counted. */
export function orderNumber(id: number): string {
  return String(id).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
}
