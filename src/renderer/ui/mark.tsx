/** The mark of Cortexa: a rule in accent, and three lines of text. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 16 16" fill="none" strokeWidth="2" aria-hidden="true">
      <path className="rule" d="M2.5 1.5v13" />
      <path className="txt" d="M6.5 3.5h8M6.5 8h5M6.5 12.5h7" strokeWidth="1.6" />
    </svg>
  )
}
