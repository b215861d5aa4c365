(comment) @comment
(string) @string
(pair key: (string) @property)
(number) @number
[(true) (false)] @boolean
(null) @constant
