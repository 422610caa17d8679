/** A loading placeholder of equal rows. Hidden from screen readers. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden className="grid animate-pulse gap-3">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="h-8 rounded-sm bg-mist" />
      ))}
    </div>
  );
}
