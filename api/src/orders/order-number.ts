/** Formats an order number for display: groups of three digits separated by non-breaking spaces. */
export function formatOrderNumber(id: number): string {
  return String(id).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
}
