/** The mark of the back office: a tied cloth. */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden className="shrink-0">
      <path
        className="fill-tokiwa-700"
        d="M8.2 21.2C10 17.9 14.3 16.6 20 16.6s10 1.3 11.8 4.6c2 3.6 2.9 8 2.5 11.6-.3 2.9-2 4.2-5 4.5-6.2.6-12.4.6-18.6 0-3-.3-4.7-1.6-5-4.5-.4-3.6.5-8 2.5-11.6Z"
      />
      <path
        className="fill-tokiwa-500"
        d="M18.6 15.6C14.5 14.7 9.6 11.7 6.6 4.8c-.4-1 .2-1.7 1.2-1.4 6.3 1.9 10.3 6 12 11Z"
      />
      <path className="fill-tokiwa-700" d="M21.4 15.6c4.1-.9 9-3.9 12-10.8.4-1-.2-1.7-1.2-1.4-6.3 1.9-10.3 6-12 11Z" />
      <path
        className="fill-none stroke-frame stroke-[1.5]"
        d="M6.9 27.5C12 25.5 17 21.8 19.8 17.4c2.8 4.4 7.8 8.1 13.2 10.1"
      />
      <circle className="fill-tokiwa-700 stroke-frame stroke-[1.5]" cx="20" cy="16.4" r="3.5" />
    </svg>
  );
}
