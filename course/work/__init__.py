"""The student's folder of lectures, `my-work`: how it is made and updated."""
