/** Something to wait for, which the test opens when it likes. */
export function gate() {
  let open = (): void => undefined
  const opening = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opening, open: () => open() }
}
