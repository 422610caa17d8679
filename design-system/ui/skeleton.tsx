/** A loading placeholder with the geometry of the content: rows of one height. Hidden from screen readers. */
export function Skeleton({ rows, className = "h-10" }: { rows: number; className?: string }) {
  return (
    <div aria-hidden className="animate-pulse space-y-3">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={`rounded-sm bg-mist ${className}`} />
      ))}
    </div>
  );
}
