/** Waiting, in the geometry of what comes: rows of one height. Hidden from readers. */
export function Skeleton({ rows, className = "h-10" }: { rows: number; className?: string }) {
  return (
    <div aria-hidden className="animate-breathe space-y-3">
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={`rounded-sm bg-mist ${className}`} />
      ))}
    </div>
  );
}
