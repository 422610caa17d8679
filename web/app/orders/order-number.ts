/** Formats an order number in groups of three digits, in every locale. */
export function formatOrderNumber(id: number): string {
  return String(id).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
}
