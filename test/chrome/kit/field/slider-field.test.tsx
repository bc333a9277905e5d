// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { SliderField } from "#chrome/kit/field/slider-field.tsx";

afterEach(cleanup);

test("a number beyond its limits that is typed is the limit, by Enter, which sends the form, as well as by leaving it", () => {
  const taken: number[] = [];
  render(<SliderField label="Size" value={5} min={0} max={100} step={1} onChange={(value) => taken.push(value)} />);
  const input = screen.getByRole("spinbutton", { name: "Size" });
  fireEvent.change(input, { target: { value: "150" } });
  expect(taken).toEqual([]);
  fireEvent.keyDown(input, { key: "Enter" });
  expect(taken).toEqual([100]);
  fireEvent.change(input, { target: { value: "7.4" } });
  fireEvent.blur(input);
  expect(taken).toEqual([100, 7]);
});
