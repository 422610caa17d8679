import { Component, Suspense, type ReactNode } from "react";

type PartProps = {
  children: ReactNode;
  /** What stands in its place when it breaks; nothing by default. */
  failed?: ReactNode;
  /** What stands in its place while its script is on its way; nothing by default. */
  waiting?: ReactNode;
};

/** A side part of a page, which never takes the page with it when it breaks: in the browser, or while the server writes it. */
export function Part({ children, failed, waiting }: PartProps) {
  return (
    <Suspense fallback={waiting}>
      <Held failed={failed}>{children}</Held>
    </Suspense>
  );
}

/** React tells of a broken child only to a class. */
class Held extends Component<Omit<PartProps, "waiting">, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.failed : this.props.children;
  }
}
