/** Decides which answer counts where the same thing is asked several times and answers may come in any order. */

interface AnswerOrder {
  /** Something happened that settles it: answers to questions that were asked before are void. */
  readonly settle: () => void;
  /** A question is asked. The result is called when its answer is there: false = something newer has settled it. */
  readonly ask: () => () => boolean;
}

export function createAnswerOrder(): AnswerOrder {
  let asked = 0;
  let settledBy = 0;
  return {
    settle: () => void (settledBy = ++asked),
    ask: () => {
      const own = ++asked;
      return () => {
        if (own < settledBy) return false;
        settledBy = own;
        return true;
      };
    },
  };
}
