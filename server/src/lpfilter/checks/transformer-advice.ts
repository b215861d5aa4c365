/** What has room for a filter that exceeds a limit. */
export const instead = "Or use a transformer: 'weir sql --dialect transformer' prints its SQL.";
