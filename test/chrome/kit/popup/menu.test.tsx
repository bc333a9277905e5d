// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Button } from "#chrome/kit/button/button.tsx";
import { MenuItem, MenuPopup, MenuTrigger, SubmenuTrigger } from "#chrome/kit/popup/menu.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A menu of fruit with a submenu of apples; records the chosen entry and the focused element at that time. */
function shown() {
  const chosen: string[] = [];
  const take = (what: string) => () => chosen.push(`${what}: ${document.activeElement?.textContent}`);
  render(
    <MenuTrigger>
      <Button>Fruit</Button>
      <MenuPopup label="Fruit">
        <MenuItem label="Pear" onAction={take("pear")} />
        <SubmenuTrigger>
          <MenuItem label="Apple" />
          <MenuPopup label="Apples" placement="start top">
            <MenuItem label="Cox" onAction={take("cox")} />
            <MenuItem label="Gala" onAction={take("gala")} />
          </MenuPopup>
        </SubmenuTrigger>
        <MenuItem label="Peach" isDisabled onAction={take("peach")} />
        <MenuItem label="Plum" end="ripe" onAction={take("plum")} />
      </MenuPopup>
    </MenuTrigger>,
  );
  const button = screen.getByRole("button", { name: "Fruit" });
  act(() => button.focus());
  return { chosen, button };
}

const press = (key: string, more: object = {}) => {
  if (document.activeElement) fireEvent.keyDown(document.activeElement, { key, ...more });
};
const focused = () => document.activeElement?.getAttribute("data-label") ?? document.activeElement?.textContent;
const menus = () => screen.queryAllByRole("menu").map((each) => each.getAttribute("aria-label"));
const item = (name: string) => screen.getByRole("menuitem", { name: new RegExp(`^${name}`) });

test("opens by the arrows with the focus on its first or last item; Escape gives the focus back", () => {
  const { button } = shown();
  expect(button.getAttribute("aria-haspopup")).toBe("menu");
  expect(button.getAttribute("aria-expanded")).toBe("false");
  press("ArrowDown");
  expect([menus(), focused(), button.getAttribute("aria-expanded")]).toEqual([["Fruit"], "Pear", "true"]);
  press("Escape");
  expect([menus(), document.activeElement]).toEqual([[], button]);
  press("ArrowUp");
  expect(focused()).toBe("Plum");
});

test("opened by mouse nothing is chosen yet; the arrows go round and leave out what is disabled", () => {
  const { button } = shown();
  fireEvent.pointerDown(button, { pointerType: "mouse", button: 0 });
  expect([menus(), document.activeElement?.getAttribute("role")]).toEqual([["Fruit"], "menu"]);
  const way = ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "End"].map((key) => {
    press(key);
    return focused();
  });
  expect(way).toEqual(["Pear", "Apple", "Plum", "Pear", "Plum", "Pear", "Plum"]);
});

test("the browser's own focus on the button that is pressed is not kept: the list has it", () => {
  const { button } = shown();
  fireEvent.pointerDown(button, { pointerType: "mouse", button: 0 });
  if (fireEvent.mouseDown(button, { button: 0 })) act(() => button.focus());
  expect(document.activeElement?.getAttribute("role")).toBe("menu");
});

test("opened by mouse, the arrow upwards begins with the last item", () => {
  const { button } = shown();
  fireEvent.pointerDown(button, { pointerType: "mouse", button: 0 });
  press("ArrowUp");
  expect(focused()).toBe("Plum");
});

test("an item acts by click, Enter and Space, with the focus back where it was; a disabled one does not", () => {
  const { chosen, button } = shown();
  press("ArrowDown");
  fireEvent.click(item("Peach"));
  expect([chosen, menus()]).toEqual([[], ["Fruit"]]);
  press("Enter");
  expect([chosen, document.activeElement]).toEqual([["pear: Fruit"], button]);
  press("ArrowUp");
  press(" ");
  press("ArrowDown");
  fireEvent.click(item("Plum"));
  expect(chosen).toEqual(["pear: Fruit", "plum: Fruit", "plum: Fruit"]);
});

test.each(["Enter", " "])("%j that is held on the button opens the menu, and chooses nothing of it", (key) => {
  const { chosen } = shown();
  press(key);
  expect(focused()).toBe("Pear");
  for (let times = 0; times < 3; times++) press(key, { repeat: true });
  expect([chosen, menus()]).toEqual([[], ["Fruit"]]);
  press(key);
  expect(chosen).toEqual(["pear: Fruit"]);
});

test("letters find an item, more of them a longer word", () => {
  shown();
  press("ArrowDown");
  press("p", { timeStamp: 10 });
  expect(focused()).toBe("Plum");
  press("e");
  expect(focused()).toBe("Pear");
});

test("a space within a word belongs to it, and chooses nothing", () => {
  const moved = vi.fn<() => void>();
  render(
    <MenuTrigger>
      <Button>Move</Button>
      <MenuPopup label="Move">
        <MenuItem label="Move up" onAction={moved} />
        <MenuItem label="Move down" onAction={moved} />
      </MenuPopup>
    </MenuTrigger>,
  );
  act(() => screen.getByRole("button", { name: "Move" }).focus());
  press("ArrowDown");
  for (const letter of "move down") press(letter);
  expect([focused(), moved.mock.calls.length]).toEqual(["Move down", 0]);
});

test("a submenu opens by the arrow to its side and closes by the other; Escape in it ends both", () => {
  const { chosen, button } = shown();
  press("ArrowDown");
  press("a");
  press("ArrowRight");
  expect([menus(), focused(), item("Apple").getAttribute("aria-expanded")]).toEqual([
    ["Fruit", "Apples"],
    "Cox",
    "true",
  ]);
  press("ArrowLeft");
  expect([menus(), focused()]).toEqual([["Fruit"], "Apple"]);
  press("Enter");
  press("ArrowDown");
  press("Enter");
  expect([chosen, menus(), document.activeElement]).toEqual([["gala: Fruit"], [], button]);
  press("ArrowDown");
  press("a");
  press("ArrowRight");
  press("Escape");
  expect([menus(), document.activeElement]).toEqual([[], button]);
});

test("a long menu that is scrolled keeps its submenu; what is scrolled behind it ends both", () => {
  const { button } = shown();
  press("ArrowDown");
  press("a");
  press("ArrowRight");
  fireEvent.scroll(screen.getByRole("menu", { name: "Fruit" }));
  expect([menus(), focused()]).toEqual([["Fruit", "Apples"], "Cox"]);
  fireEvent.scroll(document);
  expect([menus(), document.activeElement]).toEqual([[], button]);
});

test("a mouse that rests on a submenu's item opens it, and one that rests on another item closes it", () => {
  vi.useFakeTimers();
  const { button } = shown();
  const rest = (name: string) => {
    fireEvent.pointerMove(item(name), { pointerType: "mouse" });
    act(() => void vi.advanceTimersByTime(500));
  };
  fireEvent.pointerDown(button, { pointerType: "mouse", button: 0 });
  rest("Apple");
  expect([menus(), focused()]).toEqual([["Fruit", "Apples"], "Apple"]);
  rest("Gala");
  expect([menus(), focused()]).toEqual([["Fruit", "Apples"], "Gala"]);
  rest("Plum");
  expect([menus(), focused()]).toEqual([["Fruit"], "Plum"]);
});

test("a mouse on its way into a submenu crosses other items, and leaves it open", () => {
  vi.useFakeTimers();
  const { button } = shown();
  const over = (name: string) => fireEvent.pointerMove(item(name), { pointerType: "mouse" });
  fireEvent.pointerDown(button, { pointerType: "mouse", button: 0 });
  over("Apple");
  act(() => void vi.advanceTimersByTime(500));
  over("Plum");
  act(() => void vi.advanceTimersByTime(50));
  fireEvent.pointerLeave(item("Plum"));
  over("Gala");
  act(() => void vi.advanceTimersByTime(500));
  expect([menus(), focused()]).toEqual([["Fruit", "Apples"], "Gala"]);
});

test("a submenu that a mouse opens while keys go elsewhere is left to its own item, and gives way to another", () => {
  vi.useFakeTimers();
  render(
    <MenuTrigger>
      <Button>Fruit</Button>
      <MenuPopup label="Fruit">
        {["Apple", "Berry"].map((name) => (
          <SubmenuTrigger key={name}>
            <MenuItem label={name} />
            <MenuPopup label={`${name} list`}>
              <MenuItem label={`Ripe ${name}`} />
            </MenuPopup>
          </SubmenuTrigger>
        ))}
      </MenuPopup>
    </MenuTrigger>,
  );
  act(() => screen.getByRole("button", { name: "Fruit" }).focus());
  const late = () => {
    fireEvent.pointerMove(item("Apple"), { pointerType: "mouse" });
    press("End");
    act(() => void vi.advanceTimersByTime(500));
    expect([menus(), focused()]).toEqual([["Fruit", "Apple list"], "Berry"]);
  };
  press("ArrowUp");
  late();
  fireEvent.pointerMove(item("Ripe Apple"), { pointerType: "mouse" });
  press("ArrowLeft");
  expect([menus(), focused()]).toEqual([["Fruit"], "Apple"]);
  press("End");
  late();
  press("ArrowRight");
  expect([menus(), focused()]).toEqual([["Fruit", "Berry list"], "Ripe Berry"]);
});

test("pressed on the button and let go on an item is a choice", () => {
  const { chosen, button } = shown();
  fireEvent.pointerDown(button, { pointerType: "mouse", button: 0 });
  fireEvent.pointerUp(item("Pear"), { pointerType: "mouse", button: 0 });
  expect([chosen, menus()]).toEqual([["pear: Fruit"], []]);
});

test("a press and a release on an item are one choice: its click", () => {
  const { chosen, button } = shown();
  press("ArrowDown");
  const pear = item("Pear");
  fireEvent.pointerDown(pear, { pointerType: "mouse", button: 0 });
  fireEvent.pointerUp(pear, { pointerType: "mouse", button: 0 });
  expect([chosen, menus()]).toEqual([[], ["Fruit"]]);
  fireEvent.click(pear);
  expect([chosen, menus(), document.activeElement]).toEqual([["pear: Fruit"], [], button]);
});

test("a press beside it ends it", () => {
  const { chosen, button } = shown();
  press("ArrowDown");
  const beside = document.querySelector("[role=presentation]") ?? document.body;
  fireEvent.pointerDown(beside);
  fireEvent.click(beside);
  expect([chosen, menus(), document.activeElement]).toEqual([[], [], button]);
});

test("the long press of the finger that opened it does not end it", () => {
  shown();
  press("ArrowDown");
  fireEvent.contextMenu(document.querySelector("[role=presentation]") ?? document.body);
  expect(menus()).toEqual(["Fruit"]);
});

test("Tab ends it and goes on from its button", () => {
  const { button } = shown();
  press("ArrowDown");
  press("Tab");
  expect([menus(), document.activeElement]).toEqual([[], button]);
});
