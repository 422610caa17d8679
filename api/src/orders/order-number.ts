/** An order's number as people read it out: in threes, with spaces that do not break. */
export function orderNumber(id: number): string {
  return String(id).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
}
