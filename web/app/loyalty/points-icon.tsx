type PointsIconProps = { size?: number; strokeWidth?: number; className?: string };

/** Icon of loyalty points: a five-yen coin. */
export function PointsIcon({ size = 18, strokeWidth = 1.6, className = "" }: PointsIconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      aria-hidden
      className={`shrink-0 ${className}`}
    >
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="2.6" />
      <path d="M12 4.6v2.2M12 17.2v2.2M6.2 9.4l2 1M15.8 13.6l2 1M6.2 14.6l2-1M15.8 10.4l2-1" strokeLinecap="round" />
    </svg>
  );
}
