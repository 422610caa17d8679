/** How much of something is done. Its label is for screen readers; the figures stand beside it. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return <progress aria-label={label} value={value} max={max} className="progress-bar" />;
}
