/** A gift wrapped in cloth, in the current color. */
export function GiftBundle({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden className={className}>
      <path
        fill="currentColor"
        d="M8.2 21.2C10 17.9 14.3 16.6 20 16.6s10 1.3 11.8 4.6c2 3.6 2.9 8 2.5 11.6-.3 2.9-2 4.2-5 4.5-6.2.6-12.4.6-18.6 0-3-.3-4.7-1.6-5-4.5-.4-3.6.5-8 2.5-11.6Z"
      />
      <path
        fill="currentColor"
        opacity=".8"
        d="M18.6 15.6C14.5 14.7 9.6 11.7 6.6 4.8c-.4-1 .2-1.7 1.2-1.4 6.3 1.9 10.3 6 12 11Z"
      />
      <path fill="currentColor" d="M21.4 15.6c4.1-.9 9-3.9 12-10.8.4-1-.2-1.7-1.2-1.4-6.3 1.9-10.3 6-12 11Z" />
      <path
        className="stroke-white"
        d="M6.9 27.5C12 25.5 17 21.8 19.8 17.4c2.8 4.4 7.8 8.1 13.2 10.1"
        fill="none"
        strokeWidth=".8"
        opacity=".7"
      />
      <circle className="stroke-white" fill="currentColor" cx="20" cy="16.4" r="3.5" strokeWidth=".8" />
    </svg>
  );
}
