/** Waiting in the final geometry of a product card. Hidden from readers. */
export function CardSkeleton() {
  return (
    <div aria-hidden className="animate-breathe">
      <div className="aspect-4/5 rounded-xs bg-mist" />
      <div className="mt-3 h-3 w-1/3 rounded-sm bg-mist" />
      <div className="mt-2 h-4 rounded-sm bg-mist" />
      <div className="mt-1.5 h-4 w-2/3 rounded-sm bg-mist" />
      <div className="mt-4 h-6 w-1/2 rounded-sm bg-mist" />
      <div className="mt-3 h-11 rounded-md bg-mist" />
    </div>
  );
}
