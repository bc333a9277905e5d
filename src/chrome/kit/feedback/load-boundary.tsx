import { Component, type ReactNode } from "react";

interface Props {
  /** when this changes, a part that failed is tried again */
  readonly place: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
  readonly place: string;
}

/**
 * Shows `fallback` when a part of the page could not be loaded or rendered; without it React would unmount the whole
 * page.
 */
export class LoadBoundary extends Component<Props, State> {
  override state: State = { failed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { failed: false, place };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
