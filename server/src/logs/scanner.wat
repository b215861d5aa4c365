;; Finds fields in the bytes of a log line. WebAssembly, because it can compare 16 bytes at once.
;;
;; It scans the whole line, so every line that it accepts is JSON. Rare syntax (a backslash in a key, deep nesting) is left to
;; JSON.parse.
;;
;; Most lines have the same keys in the same order. The text between two values, as in '","BotScore":', is remembered for the next
;; line and compared as a whole, so it need not be parsed again. It includes the quotes of strings.
;;
;; Memory:     0  a class for each byte: 1 may follow a backslash, 2 hexadecimal, 4 decimal, 8 whitespace
;;           256  for each key length the first field with such a key, or -1 (32-bit)
;;           768  the start of the last scanned line, and the number of lines skipped before it (32-bit each)
;;           784  16 times each: a quote, a backslash, a space
;;           832  32 bytes per field: next field of that length, address of the key, start and end of the value
;;                (an end of 0: not in the line)
;;   Then the keys.
;;   Then, from $required to $guesses, groups of requirements: for each group its end, then for each requirement the address of its
;;   field, its end, its kind and its values. Kinds: 4 an integer in a range, 2 a string with one of several prefixes, 0 one of several
;;   strings; plus 1 if negated. Values: two 64-bit integers, or strings, each as its length and its bytes with the quotes.
;;   Then, at $guesses, 80 bytes for each member of the previous line, about the text before its value. 8 bits each: its length
;;   (0 if unknown), whether the value is a string, the offset of the last 16 bytes, and whether the previous value is a string; then
;;   32 bits for the field. At 16 and 32 the first and the last 16 bytes, at 48 a mask for the first, at 64 the second 16 bytes.
;;   Then the text. A line feed must follow every line, and 64 bytes must follow the text.
(module
  (memory (export "memory") 2)
  (global $fields (export "fields") (mut i32) (i32.const 0))
  (global $required (export "required") (mut i32) (i32.const 0))
  (global $guesses (export "guesses") (mut i32) (i32.const 0))

  ;; A line feed ends the line, so it is not skipped.
  (func $blanks (param $at i32) (result i32)
    (loop $next
      (if (i32.and (i32.load8_u (i32.load8_u (local.get $at))) (i32.const 8))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $next))))
    (local.get $at))

  ;; The next quote, backslash or control character.
  (func $plain (param $at i32) (result i32)
    (local $bytes v128) (local $half i64)
    (loop $next
      (local.set $bytes (v128.load (local.get $at)))
      (local.set $bytes
        (v128.or
          (v128.or
            (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 34)))
            (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 92))))
          (i8x16.lt_u (local.get $bytes) (i8x16.splat (i32.const 32)))))
      (local.set $half (i64x2.extract_lane 0 (local.get $bytes)))
      (if (i64.eqz (local.get $half))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 8)))
          (local.set $half (i64x2.extract_lane 1 (local.get $bytes)))
          (if (i64.eqz (local.get $half))
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 8)))
              (br $next))))))
    (i32.add (local.get $at) (i32.wrap_i64 (i64.shr_u (i64.ctz (local.get $half)) (i64.const 3)))))

  ;; From inside a string to its end; 0 if it is not JSON.
  (func $string (param $at i32) (result i32)
    (local $byte i32)
    (loop $next
      (local.set $at (call $plain (local.get $at)))
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.eq (local.get $byte) (i32.const 34))
        (then (return (i32.add (local.get $at) (i32.const 1)))))
      (if (i32.ne (local.get $byte) (i32.const 92))
        (then (return (i32.const 0))))
      (if (i32.and (i32.load8_u (i32.load8_u offset=1 (local.get $at))) (i32.const 1))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (br $next)))
      (if (i32.eq (i32.load8_u offset=1 (local.get $at)) (i32.const 117))
        (then
          (if
            (i32.and
              (i32.and
                (i32.and
                  (i32.load8_u (i32.load8_u offset=2 (local.get $at)))
                  (i32.load8_u (i32.load8_u offset=3 (local.get $at))))
                (i32.and
                  (i32.load8_u (i32.load8_u offset=4 (local.get $at)))
                  (i32.load8_u (i32.load8_u offset=5 (local.get $at)))))
              (i32.const 2))
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 6)))
              (br $next))))))
    (i32.const 0))

  ;; The end of one or more digits; 0 if there is none.
  (func $digits (param $at i32) (result i32)
    (if (i32.eqz (i32.and (i32.load8_u (i32.load8_u (local.get $at))) (i32.const 4)))
      (then (return (i32.const 0))))
    (loop $next
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.and (i32.load8_u (i32.load8_u (local.get $at))) (i32.const 4))))
    (local.get $at))

  (func $number (param $at i32) (result i32)
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 45))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 48))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1))))
      (else
        (local.set $at (call $digits (local.get $at)))
        (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))))
    (call $fraction (local.get $at)))

  ;; The fraction and exponent of a number.
  (func $fraction (param $at i32) (result i32)
    (local $byte i32)
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 46))
      (then
        (local.set $at (call $digits (i32.add (local.get $at) (i32.const 1))))
        (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))))
    ;; 'e' or 'E'
    (if (i32.ne (i32.or (i32.load8_u (local.get $at)) (i32.const 32)) (i32.const 101))
      (then (return (local.get $at))))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (local.set $byte (i32.load8_u (local.get $at)))
    (if (i32.or (i32.eq (local.get $byte) (i32.const 43)) (i32.eq (local.get $byte) (i32.const 45)))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
    (call $digits (local.get $at)))

  ;; A number, Boolean or null.
  (func $word (param $at i32) (result i32)
    (local $four i32)
    (local.set $four (i32.load (local.get $at)))
    ;; 'true', 'null', 'fals' before an 'e'
    (if (i32.or (i32.eq (local.get $four) (i32.const 0x65757274)) (i32.eq (local.get $four) (i32.const 0x6c6c756e)))
      (then (return (i32.add (local.get $at) (i32.const 4)))))
    (if (i32.eq (local.get $four) (i32.const 0x736c6166))
      (then
        (return
          (select
            (i32.add (local.get $at) (i32.const 5))
            (i32.const 0)
            (i32.eq (i32.load8_u offset=4 (local.get $at)) (i32.const 101))))))
    (call $number (local.get $at)))

  ;; An array or object, up to 62 deep.
  (func $nested (param $at i32) (result i32)
    ;; For each open bracket one bit: 1 for a brace. A first bit marks the bottom.
    (local $open i64) (local $byte i32) (local $isObject i32)
    (local.set $open (i64.const 1))
    (loop $element
      (if (local.get $isObject)
        (then
          (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 34)) (then (return (i32.const 0))))
          (local.set $at (call $string (i32.add (local.get $at) (i32.const 1))))
          (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
          (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
            (then (local.set $at (call $blanks (local.get $at)))))
          (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 58)) (then (return (i32.const 0))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
            (then (local.set $at (call $blanks (local.get $at)))))))
      (local.set $byte (i32.load8_u (local.get $at)))
      (block $ended
        (if (i32.eq (local.get $byte) (i32.const 34))
          (then (local.set $at (call $string (i32.add (local.get $at) (i32.const 1)))))
          (else
            ;; '[' or '{'
            (if (i32.eq (i32.or (local.get $byte) (i32.const 32)) (i32.const 123))
              (then
                (local.set $at (call $blanks (i32.add (local.get $at) (i32.const 1))))
                ;; The closing bracket is two after the opening one.
                (if (i32.eq (i32.load8_u (local.get $at)) (i32.add (local.get $byte) (i32.const 2)))
                  (then
                    (local.set $at (i32.add (local.get $at) (i32.const 1)))
                    (br $ended)))
                (if (i64.lt_s (local.get $open) (i64.const 0)) (then (return (i32.const 0))))
                (local.set $isObject (i32.eq (local.get $byte) (i32.const 123)))
                (local.set $open
                  (i64.or (i64.shl (local.get $open) (i64.const 1)) (i64.extend_i32_u (local.get $isObject))))
                (br $element))
              (else (local.set $at (call $word (local.get $at)))))))
        (if (i32.eqz (local.get $at)) (then (return (i32.const 0)))))
      ;; After a value: close the brackets that end here.
      (loop $close
        (if (i64.eq (local.get $open) (i64.const 1)) (then (return (local.get $at))))
        (local.set $isObject (i32.wrap_i64 (i64.and (local.get $open) (i64.const 1))))
        (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
          (then (local.set $at (call $blanks (local.get $at)))))
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.eq (local.get $byte) (i32.const 44))
          (then
            (if (i32.le_u (i32.load8_u (local.get $at)) (i32.const 32))
              (then (local.set $at (call $blanks (local.get $at)))))
            (br $element)))
        (if (i32.ne (local.get $byte) (select (i32.const 125) (i32.const 93) (local.get $isObject)))
          (then (return (i32.const 0))))
        (local.set $open (i64.shr_u (local.get $open) (i64.const 1)))
        (br $close)))
    (unreachable))

  ;; The address of the field with that key, or 0.
  (func $field (param $key i32) (param $length i32) (result i32)
    (local $slot i32) (local $field i32) (local $wanted i32) (local $at i32)
    (if (i32.gt_u (local.get $length) (i32.const 127)) (then (return (i32.const 0))))
    (local.set $slot (i32.load offset=256 (i32.shl (local.get $length) (i32.const 2))))
    (loop $next
      (if (i32.lt_s (local.get $slot) (i32.const 0)) (then (return (i32.const 0))))
      (local.set $field (i32.add (i32.const 832) (i32.shl (local.get $slot) (i32.const 5))))
      (local.set $wanted (i32.load offset=4 (local.get $field)))
      (local.set $at (local.get $length))
      (block $differs
        ;; Many keys have a common prefix, so the last eight bytes are compared first.
        (if (i32.ge_u (local.get $length) (i32.const 8))
          (then
            (local.set $at (i32.sub (local.get $length) (i32.const 8)))
            (br_if $differs
              (i64.ne
                (i64.load (i32.add (local.get $key) (local.get $at)))
                (i64.load (i32.add (local.get $wanted) (local.get $at)))))))
        (loop $compare
          (if (i32.eqz (local.get $at)) (then (return (local.get $field))))
          (local.set $at (i32.sub (local.get $at) (i32.const 1)))
          (br_if $compare
            (i32.eq
              (i32.load8_u (i32.add (local.get $key) (local.get $at)))
              (i32.load8_u (i32.add (local.get $wanted) (local.get $at)))))))
      (local.set $slot (i32.load (local.get $field)))
      (br $next))
    (unreachable))

  ;; Remembers the text before a value for the next line.
  (func $learn (param $guess i32) (param $start i32) (param $length i32) (param $field i32) (param $flags i32)
    (local $rest i32)
    (i32.store (local.get $guess) (i32.const 0))
    (if (i32.gt_u (local.get $length) (i32.const 48)) (then (return)))
    (if (i32.gt_u (local.get $length) (i32.const 16))
      (then (local.set $rest (i32.sub (local.get $length) (i32.const 16)))))
    (i32.store (local.get $guess)
      (i32.or (i32.or (local.get $length) (local.get $flags)) (i32.shl (local.get $rest) (i32.const 16))))
    (i32.store offset=4 (local.get $guess) (local.get $field))
    (v128.store offset=16 (local.get $guess) (v128.load (local.get $start)))
    (v128.store offset=32 (local.get $guess) (v128.load (i32.add (local.get $start) (local.get $rest))))
    (v128.store offset=64 (local.get $guess) (v128.load offset=16 (local.get $start)))
    ;; The mask ignores the bytes after a short text.
    (v128.store offset=48 (local.get $guess)
      (i8x16.lt_u
        (v128.const i8x16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
        (i8x16.splat (local.get $length)))))

  (func $clear
    (local $field i32) (local $end i32)
    (local.set $field (i32.const 832))
    (local.set $end (i32.add (local.get $field) (i32.shl (global.get $fields) (i32.const 5))))
    (loop $next
      (if (i32.lt_u (local.get $field) (local.get $end))
        (then
          (i32.store offset=12 (local.get $field) (i32.const 0))
          (local.set $field (i32.add (local.get $field) (i32.const 32)))
          (br $next)))))

  ;; Scans members as long as the text before their values is the same as in the previous line, and their values are strings or
  ;; integers. It makes no calls, which would dominate the time, and keeps everything in registers. At $at a value ends or the line
  ;; starts. For a string, the next special byte was found, usually its closing quote. For a number, only digits were scanned.
  ;; Returns the same state for the position where it stopped, and whether that is the start of a value.
  (func $members
    (param $at i32) (param $guess i32) (param $field i32) (param $start i32) (param $isString i32) (param $isNumber i32)
    (result i32 i32 i32 i32 i32 i32 i32)
    (local $length i32) (local $known i64) (local $eight i64) (local $bytes v128)
    (local $quotes v128) (local $backslashes v128) (local $blanks v128)
    ;; Loaded from memory, because constants are materialized again for each use.
    (local.set $quotes (v128.load (i32.const 784)))
    (local.set $backslashes (v128.load (i32.const 800)))
    (local.set $blanks (v128.load (i32.const 816)))
    (block $unknown
      (loop $member
        (local.set $known (i64.load (local.get $guess)))
        (local.set $length (i32.and (i32.wrap_i64 (local.get $known)) (i32.const 255)))
        (br_if $unknown (i32.eqz (local.get $length)))
        (br_if $unknown
          (i32.ne
            (i32.and (i32.wrap_i64 (i64.shr_u (local.get $known) (i64.const 24))) (i32.const 1))
            (local.get $isString)))
        (if (i32.le_u (local.get $length) (i32.const 16))
          (then
            (br_if $unknown
              (v128.any_true
                (v128.and
                  (v128.xor (v128.load (local.get $at)) (v128.load offset=16 (local.get $guess)))
                  (v128.load offset=48 (local.get $guess))))))
          (else
            (br_if $unknown
              (v128.any_true
                (v128.or
                  (v128.xor (v128.load (local.get $at)) (v128.load offset=16 (local.get $guess)))
                  (v128.xor
                    (v128.load
                      (i32.add
                        (local.get $at)
                        (i32.and (i32.wrap_i64 (i64.shr_u (local.get $known) (i64.const 16))) (i32.const 255))))
                    (v128.load offset=32 (local.get $guess))))))
            (if (i32.gt_u (local.get $length) (i32.const 32))
              (then
                (br_if $unknown
                  (v128.any_true
                    (v128.xor
                      (v128.load offset=16 (local.get $at))
                      (v128.load offset=64 (local.get $guess)))))))))
        (if (local.get $field)
          (then
            (i32.store offset=8 (local.get $field) (local.get $start))
            (i32.store offset=12 (local.get $field) (i32.add (local.get $at) (local.get $isString)))))
        (local.set $at (i32.add (local.get $at) (local.get $length)))
        (local.set $guess (i32.add (local.get $guess) (i32.const 80)))
        (local.set $field (i32.wrap_i64 (i64.shr_u (local.get $known) (i64.const 32))))
        (local.set $isString (i32.and (i32.wrap_i64 (i64.shr_u (local.get $known) (i64.const 8))) (i32.const 1)))
        (local.set $start (i32.sub (local.get $at) (local.get $isString)))
        (if (local.get $isString)
          (then
            (local.set $isNumber (i32.const 0))
            (block $special
              (loop $next
                (local.set $bytes (v128.load (local.get $at)))
                (local.set $bytes
                  (v128.or
                    (v128.or
                      (i8x16.eq (local.get $bytes) (local.get $quotes))
                      (i8x16.eq (local.get $bytes) (local.get $backslashes)))
                    (i8x16.lt_u (local.get $bytes) (local.get $blanks))))
                (local.set $eight (i64x2.extract_lane 0 (local.get $bytes)))
                (br_if $special (i64.ne (local.get $eight) (i64.const 0)))
                (local.set $at (i32.add (local.get $at) (i32.const 8)))
                (local.set $eight (i64x2.extract_lane 1 (local.get $bytes)))
                (br_if $special (i64.ne (local.get $eight) (i64.const 0)))
                (local.set $at (i32.add (local.get $at) (i32.const 8)))
                (br $next)))
            (local.set $at
              (i32.add (local.get $at) (i32.wrap_i64 (i64.shr_u (i64.ctz (local.get $eight)) (i64.const 3)))))
            (br $member)))
        ;; Tests for digits: XOR with 0x30 gives 0 to 9, which is still less than 16 after adding 6.
        (loop $next
          (local.set $eight (i64.xor (i64.load (local.get $at)) (i64.const 0x3030303030303030)))
          (local.set $isNumber
            (i32.wrap_i64
              (i64.shr_u
                (i64.ctz
                  (i64.and
                    (i64.or (i64.add (local.get $eight) (i64.const 0x0606060606060606)) (local.get $eight))
                    (i64.const 0xf0f0f0f0f0f0f0f0)))
                (i64.const 3))))
          (local.set $at (i32.add (local.get $at) (local.get $isNumber)))
          (br_if $next (i32.eq (local.get $isNumber) (i32.const 8))))
        (local.set $isNumber (i32.sub (local.get $at) (local.get $start)))
        ;; Not a number, or a number with leading zeros.
        (if
          (i32.or
            (i32.eqz (local.get $isNumber))
            (i32.and
              (i32.gt_u (local.get $isNumber) (i32.const 1))
              (i32.eq (i32.load8_u (local.get $start)) (i32.const 48))))
          (then
            (return
              (local.get $start) (local.get $guess) (local.get $field) (local.get $start) (i32.const 0) (i32.const 0)
              (i32.const 1))))
        (br $member)))
    (local.get $at) (local.get $guess) (local.get $field) (local.get $start) (local.get $isString) (local.get $isNumber)
    (i32.const 0))

  ;; The address of the line feed after a line that is an object; 0 if it is not, or if that is not certain.
  (func $line (param $at i32) (result i32)
    (local $start i32) (local $before i32) (local $key i32) (local $field i32) (local $byte i32)
    (local $isString i32) (local $wasString i32) (local $isNumber i32) (local $isValue i32) (local $guess i32) (local $last i32)
    (local.set $guess (global.get $guesses))
    (local.set $last (i32.add (global.get $guesses) (i32.const 20480)))
    (call $clear)
    (block $closed
      (loop $member
        (call $members
          (local.get $at) (local.get $guess) (local.get $field) (local.get $start) (local.get $isString) (local.get $isNumber))
        (local.set $isValue)
        (local.set $isNumber)
        (local.set $isString)
        (local.set $start)
        (local.set $field)
        (local.set $guess)
        (local.set $at)
        (if (i32.eqz (local.get $isValue))
          (then
            (local.set $before (local.get $at))
            (local.set $wasString (local.get $isString))
            (local.set $byte (i32.load8_u (local.get $at)))
            (if (local.get $isString)
              (then
                (if (i32.eq (local.get $byte) (i32.const 92))
                  (then
                    (local.set $at (call $string (local.get $at)))
                    (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
                    (local.set $at (i32.sub (local.get $at) (i32.const 1)))
                    (br $member)))
                (if (i32.ne (local.get $byte) (i32.const 34)) (then (return (i32.const 0))))
                (local.set $at (i32.add (local.get $at) (i32.const 1))))
              (else
                ;; Only the digits were scanned.
                (if (local.get $isNumber)
                  (then
                    (local.set $isNumber (i32.const 0))
                    (local.set $at (call $fraction (local.get $at)))
                    (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
                    (br $member)))))
            (if (local.get $field)
              (then
                (i32.store offset=8 (local.get $field) (local.get $start))
                (i32.store offset=12 (local.get $field) (local.get $at))))
            (local.set $at (call $blanks (local.get $at)))
            (local.set $byte (i32.load8_u (local.get $at)))
            (if (i32.eq (local.get $guess) (global.get $guesses))
              (then
                (if (i32.ne (local.get $byte) (i32.const 123)) (then (return (i32.const 0))))
                (local.set $at (call $blanks (i32.add (local.get $at) (i32.const 1))))
                (br_if $closed (i32.eq (i32.load8_u (local.get $at)) (i32.const 125))))
              (else
                (br_if $closed (i32.eq (local.get $byte) (i32.const 125)))
                (if (i32.ne (local.get $byte) (i32.const 44)) (then (return (i32.const 0))))
                (local.set $at (call $blanks (i32.add (local.get $at) (i32.const 1))))))
            (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 34)) (then (return (i32.const 0))))
            (local.set $key (i32.add (local.get $at) (i32.const 1)))
            (local.set $at (call $plain (local.get $key)))
            (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 34)) (then (return (i32.const 0))))
            (local.set $field (call $field (local.get $key) (i32.sub (local.get $at) (local.get $key))))
            (local.set $at (call $blanks (i32.add (local.get $at) (i32.const 1))))
            (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 58)) (then (return (i32.const 0))))
            (local.set $at (call $blanks (i32.add (local.get $at) (i32.const 1))))
            (local.set $isString (i32.eq (i32.load8_u (local.get $at)) (i32.const 34)))
            (local.set $start (local.get $at))
            (local.set $at (i32.add (local.get $at) (local.get $isString)))
            ;; After 256 members there are no guesses.
            (if (i32.ne (local.get $guess) (local.get $last))
              (then
                (call $learn
                  (local.get $guess)
                  (local.get $before)
                  (i32.sub (local.get $at) (local.get $before))
                  (local.get $field)
                  (i32.or (i32.shl (local.get $isString) (i32.const 8)) (i32.shl (local.get $wasString) (i32.const 24))))
                (local.set $guess (i32.add (local.get $guess) (i32.const 80)))))))
        (local.set $isNumber (i32.const 0))
        (if (local.get $isString)
          (then
            (local.set $at (call $plain (local.get $at)))
            (br $member)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (if (i32.eq (local.get $byte) (i32.const 34))
          (then
            ;; The guess is for another type of value, and would be wrong again.
            (i32.store (i32.sub (local.get $guess) (i32.const 80)) (i32.const 0))
            (local.set $at (call $string (i32.add (local.get $at) (i32.const 1)))))
          (else
            (local.set $at
              ;; '[' or '{'
              (if (result i32) (i32.eq (i32.or (local.get $byte) (i32.const 32)) (i32.const 123))
                (then (call $nested (local.get $at)))
                (else (call $word (local.get $at)))))))
        (br_if $member (local.get $at))
        (return (i32.const 0))))
    (local.set $at (call $blanks (i32.add (local.get $at) (i32.const 1))))
    (select (local.get $at) (i32.const 0) (i32.eq (i32.load8_u (local.get $at)) (i32.const 10))))

  (func $isEqual (param $one i32) (param $other i32) (param $length i32) (result i32)
    (block $differs
      (loop $next
        (if (i32.lt_u (local.get $length) (i32.const 8))
          (then
            (if (i32.eqz (local.get $length)) (then (return (i32.const 1))))
            (local.set $length (i32.sub (local.get $length) (i32.const 1)))
            (br_if $next
              (i32.eq
                (i32.load8_u (i32.add (local.get $one) (local.get $length)))
                (i32.load8_u (i32.add (local.get $other) (local.get $length)))))
            (br $differs)))
        (local.set $length (i32.sub (local.get $length) (i32.const 8)))
        (br_if $next
          (i64.eq
            (i64.load (i32.add (local.get $one) (local.get $length)))
            (i64.load (i32.add (local.get $other) (local.get $length)))))))
    (i32.const 0))

  ;; 1 if a string is one of those from $at to $end, or starts with one of them; 0 if not; 2 if uncertain, for a value of another
  ;; type or with escapes.
  (func $isOneOf (param $value i32) (param $length i32) (param $isPrefix i32) (param $at i32) (param $end i32) (result i32)
    (local $size i32)
    (if (i32.ne (i32.load8_u (local.get $value)) (i32.const 34)) (then (return (i32.const 2))))
    (if
      (i32.ne
        (call $plain (i32.add (local.get $value) (i32.const 1)))
        (i32.sub (i32.add (local.get $value) (local.get $length)) (i32.const 1)))
      (then (return (i32.const 2))))
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
      (local.set $size (i32.load (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (if
        (select
          (i32.lt_u (local.get $size) (local.get $length))
          (i32.eq (local.get $size) (local.get $length))
          (local.get $isPrefix))
        (then
          (if (call $isEqual (local.get $value) (local.get $at) (local.get $size)) (then (return (i32.const 1))))))
      (local.set $at (i32.add (local.get $at) (local.get $size)))
      (br $next))
    (unreachable))

  ;; 1 if an integer is in the range at $at; 0 if not; 2 if uncertain, for a value of another type or with more than 15 digits.
  (func $isInRange (param $value i32) (param $length i32) (param $at i32) (result i32)
    (local $number i64) (local $digit i32)
    (if (i32.gt_u (local.get $length) (i32.const 15)) (then (return (i32.const 2))))
    (loop $next
      (local.set $digit (i32.sub (i32.load8_u (local.get $value)) (i32.const 48)))
      (if (i32.gt_u (local.get $digit) (i32.const 9)) (then (return (i32.const 2))))
      (local.set $number
        (i64.add (i64.mul (local.get $number) (i64.const 10)) (i64.extend_i32_u (local.get $digit))))
      (local.set $value (i32.add (local.get $value) (i32.const 1)))
      (br_if $next (local.tee $length (i32.sub (local.get $length) (i32.const 1)))))
    (i32.and
      (i64.ge_s (local.get $number) (i64.load (local.get $at)))
      (i64.le_s (local.get $number) (i64.load offset=8 (local.get $at)))))

  ;; Whether the scanned line certainly does not meet the requirement at $at.
  (func $fails (param $at i32) (result i32)
    (local $field i32) (local $start i32) (local $length i32) (local $kind i32)
    (local.set $field (i32.load (local.get $at)))
    (local.set $kind (i32.load offset=8 (local.get $at)))
    (if (i32.eqz (i32.load offset=12 (local.get $field))) (then (return (i32.const 0))))
    (local.set $start (i32.load offset=8 (local.get $field)))
    (local.set $length (i32.sub (i32.load offset=12 (local.get $field)) (local.get $start)))
    (i32.eq
      (i32.and (local.get $kind) (i32.const 1))
      (if (result i32) (i32.and (local.get $kind) (i32.const 4))
        (then (call $isInRange (local.get $start) (local.get $length) (i32.add (local.get $at) (i32.const 12))))
        (else
          (call $isOneOf
            (local.get $start)
            (local.get $length)
            (i32.and (local.get $kind) (i32.const 2))
            (i32.add (local.get $at) (i32.const 12))
            (i32.load offset=4 (local.get $at)))))))

  ;; Whether the scanned line may meet all requirements of a group.
  (func $isOfInterest (result i32)
    (local $at i32) (local $end i32)
    (local.set $at (global.get $required))
    (loop $group
      (if (i32.ge_u (local.get $at) (global.get $guesses)) (then (return (i32.const 0))))
      (local.set $end (i32.load (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (loop $next
        (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 1))))
        (if (call $fails (local.get $at))
          (then
            (local.set $at (local.get $end))
            (br $group)))
        (local.set $at (i32.load offset=4 (local.get $at)))
        (br $next)))
    (unreachable))

  ;; Scans up to the first line that is not skipped, and returns the result of $line for it. Only lines that end before $limit are
  ;; skipped. If all were skipped, the line starts at $limit.
  (func (export "scan") (param $at i32) (param $limit i32) (result i32)
    (local $end i32) (local $skipped i32)
    (loop $next
      (block $found
        (br_if $found (i32.eq (local.get $at) (local.get $limit)))
        (local.set $end (call $line (local.get $at)))
        (br_if $found (i32.eqz (local.get $end)))
        (br_if $found (i32.ge_u (local.get $end) (local.get $limit)))
        (br_if $found (call $isOfInterest))
        (local.set $skipped (i32.add (local.get $skipped) (i32.const 1)))
        (local.set $at (i32.add (local.get $end) (i32.const 1)))
        (local.set $end (i32.const 0))
        (br $next)))
    (i32.store (i32.const 768) (local.get $at))
    (i32.store (i32.const 772) (local.get $skipped))
    (local.get $end)))
