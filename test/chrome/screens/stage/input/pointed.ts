import { fireEvent, screen } from "@testing-library/react";

/** jsdom does not implement pointer events. */
export function point(
  type: string,
  pointerId: number,
  clientX: number,
  element: Element = screen.getByTestId("area"),
  more: Readonly<Record<string, unknown>> = {},
): void {
  const init = { bubbles: true, clientX, clientY: 300, button: 0 };
  const event = new MouseEvent(type, init);
  for (const [name, value] of Object.entries({ pointerId, pointerType: "mouse", ...more }))
    Object.defineProperty(event, name, { value });
  fireEvent(element, event);
}
