import { Component, Suspense, type ReactNode } from "react";

type SectionBoundaryProps = {
  children: ReactNode;
  /** Rendered in place of the section if it throws; nothing by default. */
  errorFallback?: ReactNode;
  /** Rendered in place of the section while its code is loading; nothing by default. */
  loadingFallback?: ReactNode;
};

/**
 * An error boundary and Suspense boundary for a section that must never take the whole page down, in the browser or
 * during server rendering.
 */
export function SectionBoundary({ children, errorFallback, loadingFallback }: SectionBoundaryProps) {
  return (
    <Suspense fallback={loadingFallback}>
      <ErrorCatcher errorFallback={errorFallback}>{children}</ErrorCatcher>
    </Suspense>
  );
}

/** React reports errors of child components only to class components. */
class ErrorCatcher extends Component<Omit<SectionBoundaryProps, "loadingFallback">, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError() {
    return { hasError: true };
  }

  override render() {
    return this.state.hasError ? this.props.errorFallback : this.props.children;
  }
}
