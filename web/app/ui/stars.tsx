export const STAR = "M12 2.8l2.8 6 6.5.7-4.9 4.4 1.4 6.5L12 17.1l-5.8 3.3 1.4-6.5L2.7 9.5l6.5-.7z";

/** Five stars, filled by halves. Decoration: the number stands beside it in words. */
export function Stars({ value, size = 14 }: { value: number; size?: number }) {
  const full = Math.round(value * 2) / 2;
  return (
    <svg
      className="shrink-0 text-yamabuki-500"
      width={size * 5}
      height={size}
      viewBox="0 0 120 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden
    >
      {[0, 1, 2, 3, 4].map((at) => (
        <g key={at} transform={`translate(${at * 24} 0)`}>
          <path d={STAR} fill={full >= at + 1 ? "currentColor" : "none"} />
          {full === at + 0.5 ? <path d="M12 2.8V17.1l-5.8 3.3 1.4-6.5L2.7 9.5l6.5-.7z" fill="currentColor" /> : null}
        </g>
      ))}
    </svg>
  );
}
