/** Ends the name of a file that is not whole yet: nobody takes it for a recording. */
export const PART = ".part";
