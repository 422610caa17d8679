/** How much of what was ordered has arrived, as a bar beside the numbers. */
export function ReceivedBar({ quantity, received }: { quantity: number; received: number }) {
  const percent = quantity === 0 ? 0 : Math.round((received / quantity) * 100);
  // The content security policy allows no inline styles.
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className="h-1.5 w-full min-w-12 rounded-full bg-mist"
    >
      <rect width={percent} height={1} className={percent === 100 ? "fill-tokiwa-500" : "fill-ai-700"} />
    </svg>
  );
}
