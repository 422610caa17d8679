import { createElement, type FunctionComponent, type SVGProps } from "react";

type IconProps = SVGProps<SVGSVGElement> & { size?: number | string };
type IconData = { node: ReadonlyArray<readonly [string, Record<string, string>]> };

/**
 * Creates an icon component from Lucide's path data. The production build uses this function instead of Lucide's own
 * (web/build-steps/lucide-icons.ts).
 * @public
 */
export function createLucideIcon({ node }: IconData): FunctionComponent<IconProps> {
  const children = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, strokeWidth = 2, ...rest }) =>
    createElement(
      "svg",
      {
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        ...rest,
      },
      ...children,
    );
}
