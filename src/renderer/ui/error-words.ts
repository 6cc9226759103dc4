/** The sentence to show for a failed command. The app's own errors already say what happened and what to do next. */
export function errorWords(error: unknown): string {
  if (error instanceof Error && error.name === 'AppError') return error.message
  return 'The window could not reach the vault. Nothing was changed. Close the window and open it again.'
}
